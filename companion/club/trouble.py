"""Why there is no connection to the broker, in plain words with what to do."""

from __future__ import annotations

import errno
import socket
import ssl

from companion.club.way import Way
from companion.engine.text import T, Text, Value

_UNREACHABLE = {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EHOSTDOWN}
_EXPIRED, _NOT_YET = 10, 9
_OTHER_NAME, _OTHER_ADDRESS = 62, 64
"""Codes of OpenSSL for a certificate that can't be verified."""
_NO_SUCH_NAME = {getattr(socket, name) for name in ("EAI_NONAME", "EAI_NODATA") if hasattr(socket, name)}
_BAD_PASSWORD, _NOT_ALLOWED, _VERSION, _NONSENSE, _TOO_LARGE = 0x86, 0x87, 0x84, 0x82, 0x95
"""Reason codes of MQTT 5."""


def of_connecting(error: BaseException, way: Way) -> Text:
    """Why no connection was made."""
    at: dict[str, Value] = {"host": way.host, "port": way.door}
    if isinstance(error, ssl.SSLCertVerificationError):
        return _certificate(error, way)
    if isinstance(error, ssl.SSLError):
        if error.reason in ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "UNEXPECTED_MESSAGE", "HTTP_REQUEST"):
            return T("{host}, port {port}, does not speak TLS. Is it the right port? Or go without TLS.", **at)
        if error.reason in ("NOT_ENOUGH_DATA", "NO_START_LINE", "BAD_BASE64_DECODE", "BAD_END_LINE") or way.ca:
            return T("The file of trusted certificates can't be used ({detail}). Choose it anew.", detail=_short(error))
        return T("No safe connection to {host} could be made ({detail}).", host=way.host, detail=_short(error))
    if isinstance(error, socket.gaierror):
        if error.errno in _NO_SUCH_NAME:
            return T("There is no computer named “{host}” in this network. Check the name.", host=way.host)
        return T("The name “{host}” can't be looked up now. Check the network.", host=way.host)
    if isinstance(error, UnicodeError):
        return T("“{host}” can't be the name of a computer. Check the name.", host=way.host)
    if isinstance(error, TimeoutError):
        return of_silence(way)
    if isinstance(error, ConnectionRefusedError):
        return T("{host} is there, but no broker answers at port {port}. Is it running, and is the port right?", **at)
    if isinstance(error, ConnectionError):
        return of_hanging_up(way)
    if isinstance(error, OSError) and error.errno in _UNREACHABLE:
        return T("There is no way to {host} from here. Check the network.", host=way.host)
    return T("No connection to {host} could be made ({detail}).", host=way.host, detail=_short(error))


def _certificate(error: ssl.SSLCertVerificationError, way: Way) -> Text:
    if error.verify_code in (_EXPIRED, _NOT_YET):
        return T(
            "The certificate of {host} is out of date, or the clock of this device is wrong. Check both.", host=way.host
        )
    if error.verify_code in (_OTHER_NAME, _OTHER_ADDRESS):
        return T(
            "The certificate of {host} is for another name. Use the name that stands in it, or have it made anew.",
            host=way.host,
        )
    return T(
        "The certificate of {host} is not trusted ({detail}). Name the file of the club's own certificate (--ca).",
        host=way.host,
        detail=error.verify_message,
    )


def of_refusal(code: int, name: str, way: Way) -> Text:
    """Why the broker did not let us in: its reason code and what it calls it."""
    if code in (_BAD_PASSWORD, _NOT_ALLOWED):
        if not way.user:
            return T("The broker at {host} asks for a user name and a password.", host=way.host)
        return T("The broker at {host} does not accept this user name and password.", host=way.host)
    if code == _VERSION:
        return T("The broker at {host} is too old: it does not speak MQTT 5. Update it.", host=way.host)
    return T("The broker at {host} refused the connection ({detail}).", host=way.host, detail=name[:80])


def of_silence(way: Way) -> Text:
    """It took too long."""
    return T(
        "{host} does not answer at port {port}. Is it switched on and in this network?", host=way.host, port=way.door
    )


def of_hanging_up(way: Way, code: int = 0) -> Text:
    """The connection ended before it was answered; `code`: why, as the library has it."""
    if code == _NONSENSE:
        return of_nonsense(way)
    if way.tls:
        return T("{host} closed the connection without an answer. Is it a broker with TLS?", host=way.host)
    return T(
        "{host} closed the connection without an answer. Perhaps it asks for TLS, or the port is another's.",
        host=way.host,
    )


def of_nonsense(way: Way) -> Text:
    """What came back is no MQTT, or an older one."""
    return T(
        "What answers at {host}, port {port}, is no broker that speaks MQTT 5. Is it the right port?",
        host=way.host,
        port=way.door,
    )


def of_loss(way: Way) -> Text:
    """An open connection ended."""
    return T("The connection to {host} is lost. It is tried again.", host=way.host)


def of_pushing_out(way: Way) -> Text:
    """Open connections end again and again, as where two devices that push each other out go by one id."""
    return T(
        "{host} ends the connection again and again. Perhaps another device goes by this table’s id: give one of "
        "them another (Settings, Club; or “cartouche club set --new-id”).",
        host=way.host,
    )


def of_denial(code: int, way: Way, discovery: bool = False) -> Text:
    """A message was not taken."""
    if code == _TOO_LARGE:
        return T("The broker at {host} does not take messages so long. Raise its limit.", host=way.host)
    if discovery:
        return T(
            "The broker at {host} does not let this table write for Home Assistant. Change its rules.", host=way.host
        )
    return T(
        "The broker at {host} does not let this table write to the topics of the club “{club}”. Change its rules.",
        host=way.host,
        club=way.club,
    )


def of_deafness(way: Way) -> Text:
    """What the tables tell is not told to us."""
    return T(
        "The broker at {host} does not let this board read the topics of the club “{club}”. Change its rules.",
        host=way.host,
        club=way.club,
    )


def without_paho() -> Text:
    """The library is not installed."""
    return T("This Cartouche was installed without the club (paho-mqtt is missing). Install its extra “club”.")


def _short(error: BaseException) -> str:
    said = getattr(error, "strerror", None) or getattr(error, "reason", None) or str(error)
    return str(said)[:80]

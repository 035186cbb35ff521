"""Certificates that a table trusts instead of the system's, out of a file in PEM."""

from __future__ import annotations

import ssl

from companion.club.way import MOST_CA
from companion.engine.errors import InputError
from companion.engine.text import T


def certificates(data: bytes, name: str) -> str:
    """The certificates in the bytes of the file `name`, each of them looked at. Raises InputError."""
    if len(data) > MOST_CA:
        raise InputError(T("{file} is too large for a file of certificates.", file=name))
    refused = InputError(T("{file} is no file of certificates in PEM. Choose another one.", file=name))
    try:
        text = data.decode("ascii")
        ssl.create_default_context(cadata=text)
    except (ValueError, ssl.SSLError) as error:
        raise refused from error
    if "-----BEGIN CERTIFICATE-----" not in text:
        raise refused
    return text

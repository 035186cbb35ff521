"""Every visible message is translated into every language, with the same parameters, and nothing stale is kept."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from companion.engine.text import TN, T, seat
from companion.language import LANGUAGES, Language
from companion.locale.__main__ import TRANSLATED, catalogue_path, compiled, domains, parts, read, template

PARAMETER = re.compile(r"\{(\w*)\}")
FAMILIAR = re.compile(
    r"\b(ты|тебя|тебе|тво[йяеи]|выбери|введи|возьми|вставь|вынь|держи|закрой|запиши|запусти|коснись|нажми|обнови|освободи|"
    r"отключи|подключи|подожди|покажи|попробуй|проверь|повтори|убери|удерживай|укажи|выключи|включи|не вынимай)\b",
    re.IGNORECASE,
)
"""Words by which one person is addressed; the Russian catalogues speak to all at the table («вы»)."""
OF_A_MAN = re.compile(
    r"(работающий|новый|этот) Cartouche|Cartouche (не |здесь )*(\w+лся|установлен|настроен)\b|Cartouche\b[^.;,]* сам\b"
)
"""Cartouche is «она» in Russian."""
CASES = [(domain, language) for domain in domains() for language in TRANSLATED]


def ids(message_id: str | tuple[str, ...]) -> tuple[str, ...]:
    return (message_id,) if isinstance(message_id, str) else message_id


@pytest.mark.parametrize(("domain", "language"), CASES)
def test_every_message_is_translated_and_none_is_stale(domain: str, language: str) -> None:
    wanted = {ids(message.id) for message in template(domains()[domain]) if message.id}
    catalog = read(domain, language)
    there = {ids(message.id): message for message in catalog if message.id}
    assert not wanted - set(there), "messages without an entry: run `make locale` and translate"
    assert not set(there) - wanted, "stale entries: run `make locale`"
    empty = [key[0] for key, message in there.items() if not all(part.strip() for part in parts(message.string))]
    assert not empty, f"{len(empty)} untranslated, first: {empty[:3]}"
    assert not [key[0] for key, message in there.items() if message.fuzzy]


@pytest.mark.parametrize(("domain", "language"), CASES)
def test_translations_keep_the_parameters_of_the_message(domain: str, language: str) -> None:
    wrong = []
    for message in read(domain, language):
        if not message.id:
            continue
        source = set(PARAMETER.findall(" ".join(ids(message.id))))
        for form in parts(message.string):
            if form and set(PARAMETER.findall(form)) != source:
                wrong.append((message.id, form))
    assert not wrong


@pytest.mark.parametrize(("domain", "language"), CASES)
def test_plural_messages_have_every_form(domain: str, language: str) -> None:
    catalog = read(domain, language)
    short = [m.id for m in catalog if m.id and m.pluralizable and len(parts(m.string)) != catalog.num_plurals]
    assert not short


@pytest.mark.parametrize(("domain", "language"), CASES)
def test_compiled_catalogue_is_fresh(domain: str, language: str) -> None:
    path = catalogue_path(domain, language)
    assert path.with_suffix(".mo").read_bytes() == compiled(read(domain, language)), "run `make locale`"


@pytest.mark.parametrize(("domain", "language"), CASES)
def test_translations_are_not_the_english_text(domain: str, language: str) -> None:
    letters = re.compile(r"[A-Za-z]{4,}(?![\w}]*\})")
    same = [m.id for m in read(domain, language) if m.id and m.string == m.id and len(letters.findall(str(m.id))) > 2]
    assert not same


@pytest.mark.parametrize("domain", domains())
def test_russian_speaks_to_everybody_and_of_cartouche_in_one_way(domain: str) -> None:
    said = [form for message in read(domain, "ru") if message.id for form in parts(message.string)]
    assert said
    assert not [form for form in said if FAMILIAR.search(form) or OF_A_MAN.search(form)]


def test_a_message_is_said_with_names_numbers_and_true_minus() -> None:
    english = Language("en", {"red": "Anna"})
    assert english.say(T("{who} loses {n}.", who=seat("red"), n=-3)) == "Anna loses \u22123."
    assert english.say(TN("{n} counter", "{n} counters", 1)) == "1 counter"
    assert english.say(TN("{n} counter", "{n} counters", 5)) == "5 counters"
    assert english.say(T("Temples {which}.", which=(1, 2))) == "Temples 1, 2."


def test_a_name_that_was_cut_short_ends_a_sentence_with_its_own_dots() -> None:
    text = T("{who}, now it is up to {others}. To look at what is yours, hold your button down.", who=seat("red"),
             others=(seat("blue"),))  # fmt: skip
    said = Language("en", {"red": "Anna", "blue": "Bartholomäu…"}).say(text)
    assert said == "Anna, now it is up to Bartholomäu… To look at what is yours, hold your button down."


def test_messages_are_unique_across_domains_or_mean_the_same() -> None:
    for language in TRANSLATED:
        found: dict[str, set[str]] = {}
        for domain in domains():
            for message in read(domain, language):
                if message.id:
                    found.setdefault(ids(message.id)[0], set()).add(" / ".join(parts(message.string)))
        clashes = {key: forms for key, forms in found.items() if len(forms) > 1}
        assert not clashes, "one English message with two translations: the first catalogue would win"


def test_every_language_loads() -> None:
    spoken = Counter(Language(code).word("Red") for code in LANGUAGES)
    assert len(spoken) == len(LANGUAGES)

"""The words that people read: phrases that new users stumbled over are gone, players have names."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from tirelire import Match
from tirelire.core.errors import IllegalMove
from tirelire.core.languages import LANGUAGES
from tirelire.core.sheets import Line
from tirelire.core.stories import Sentence
from tirelire.core.texts import amount, catalogue, elide, say, unit_of
from tirelire.core.words import Amount, Audience, Cards, Seat, Word
from tirelire.games import GAMES
from tirelire.games.cash_oder_crash.rules.material import COLOURS
from tirelire.games.cash_oder_crash.text.sheet import settlement
from tirelire.pad.data import pad_data
from tirelire.page.decks import describe
from tirelire.page.rules import rules_of

GONE = {
    "fr": [
        "victoire !",
        "Quelqu’un est sorti",
        "Votre mise est la plus forte.",
        "à cet instant",
        "avancera",
        "Paroles",
        "Ne plus entendre",
        "Interdire de parler",
        "Récit",
        "Ce qui s’est passé",
        "des bots aux places libres",
        "montrer la table à tout le monde",
        "On attend {who}.",
        "Hors du jeu",
        "bots honnêtes",
        "Rejouer ensemble",
        "Cartes à défausser",
        "Posée d’abord",
        "pour son set {kind}",
        "On vous passe",
        "Il reste à dire",
        "amène ici",
        "Case départ",
        "carte à échanger",
        "ne seront plus vous",
        "est encore vous",
        "l’un est vous",
        "de valoir",
        "Ce qui est convenu",
        "gestes de routine",
        "Votre figure",
        "Figure du",
        "Préfère tenir",
        "La manche décisive",
        "Restez appuyé",
        "en vue",
        "pas encore entré",
        "Entrez",
        "chacun entre",
        "distribue d’abord",
        "l’ouvre a la même",
        "robot",
        "ne peut pas sortir",
        "des biens",
        "un bien pour",
        "cartes Nombre",
        "dispense du tour",
        "me demander",
        "mes sets",
    ],
    "en": [
        "victory",
        "Somebody has gone out",
        "See the match again",
        "Play again together",
        "What do you take for it",
        "takes the bid back",
        "Not in the game",
        "The box is on your table",
        "about your set of",
        "lays the set on top",
        "The trade is said",
        "One seat less",
        "Link of the table",
        "a day a decision",
        "Great car",
        "practise to play",
        "honest bots",
        "brings you here",
        "Case départ",
        "no longer you",
        "is you now",
        "one is you",
        "chooses alike",
        "the house and knows",
        "as the device",
        "What was agreed",
        "Tell me anywhere",
        "three hands",
        "{n} Cash in a sock",
        "{n} Grandma",
        "ask me",
        "one of my sets",
    ],
}
"""Phrases that new users stumbled over."""

BETTER = {
    "fr": {
        "page.table.won.you": "Vous avez gagné !",
        "page.table.won.with": "{who} gagne avec {points}",
        "reason.monopoly.out.other": "{who} sort et marque {points} !",
        "refusal.cash_oder_crash.not_number_turn": "C’est à {who} de poser un nombre.",
        "table.money.worth.other": "Si la manche s’arrêtait maintenant : {n} points",
        "page.table.talk": "Discussion",
        "page.table.mute": "Masquer",
        "page.table.hush": "Fermer la discussion",
        "page.table.log": "Journal",
        "page.table.rematch": "Revanche",
        "page.lobby.start_bots": "Commencer (des bots complètent)",
        "page.new.pace_0": "sans limite de temps",
        "page.new.listed": "table publique",
        "page.table.waiting.other": "{who} réfléchissent…",
        "page.money.gone.one": "Monnaie retirée : {currencies}",
        "ask.monopoly.discard.one": "Posez encore {n} carte sur votre pile.",
        "story.monopoly.got.to_you": "{who} vous passe {card}.",
        "card.monopoly.GO": "Case Départ",
    },
    "en": {
        "page.table.won.you": "You win!",
        "page.table.won.other": "{who} wins!",
        "page.table.replay": "Watch the replay",
        "page.table.rematch": "Rematch",
        "story.money.withdraw.other": "{who} takes back their bid.",
        "page.pad.entrance": "Playing with the real box? Keep score here.",
        "story.cache_ton_cash.won.other": "{who} takes the set: {cards}.",
        "page.new.fewer": "Remove a seat",
        "page.lobby.link": "Table link",
        "page.new.pace_86400": "one day per move",
        "card.cache_ton_cash.AUTO": "Fancy car",
    },
}


def plain(text: str) -> str:
    """Write ordinary spaces instead of those that do not break."""
    return text.replace("\u202f", " ").replace("\u00a0", " ")


def lessons_and_rules(lang: str) -> dict[str, str]:
    """Return the texts of lessons and rules beside the catalogue."""
    found: dict[str, str] = {}

    def flatten(prefix: str, value: Any) -> None:
        if isinstance(value, str):
            found[prefix] = value
        for key, inner in value.items() if isinstance(value, dict) else ():
            flatten(f"{prefix}.{key}", inner)
        for i, inner in enumerate(value if isinstance(value, list) else ()):
            flatten(f"{prefix}.{i}", inner)

    for game in GAMES:
        for package, name in (
            (f"tirelire.games.{game}", "lesson"),
            (f"tirelire.games.{game}.text", "rules"),
        ):
            raw = files(package).joinpath(f"{name}.{lang}.toml").read_text("utf-8")
            flatten(f"{package}.{game}", tomllib.loads(raw))
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_phrases_that_people_stumbled_over_are_gone(lang: str) -> None:
    texts = {**catalogue(lang), **lessons_and_rules(lang)}
    found = [
        (key, old)
        for key, text in texts.items()
        for old in GONE.get(lang, ())
        if old in plain(text)
    ]
    assert not found


@pytest.mark.parametrize(
    ("lang", "other"),
    [("fr", r"\brondes?\b"), ("en", r"(?<!wrap )\b[Rr]ounds?\b"), ("de", r"\bRunden?\b")],
)
def test_a_deal_has_one_name(lang: str, other: str) -> None:
    """Money and Monopoly have rounds within a deal; in the other games a round would be a deal."""
    texts = {**catalogue(lang), **lessons_and_rules(lang)}
    found = {
        key: text
        for key, text in texts.items()
        if re.search(r"cash_oder_crash|cache_ton_cash|^page\.goal|extra_round|K\d+$|C\d+$", key)
        and re.search(other, text)
    }
    assert not found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_better_phrases_are_there(lang: str) -> None:
    wanted = BETTER.get(lang, {})
    assert {key: plain(catalogue(lang)[key]) for key in wanted} == wanted


@pytest.mark.parametrize("lang", LANGUAGES)
def test_players_are_spoken_of_as_players_and_not_as_seats(lang: str) -> None:
    seats = {
        "fr": r"\b[Ss]ièges?\b",
        "en": r"\b[Ss]eats? ([A-F1-6]\b|\{seat\})",
        "de": r"\b(Sitz|Platz ([A-F1-6]\b|\{seat\}))",
    }[lang]
    texts = {**catalogue(lang), **lessons_and_rules(lang)}
    measured = ("lab.", "arena.")  # reports on bots compare the places at a table
    found = [
        k for k, text in texts.items() if re.search(seats, text) and not k.startswith(measured)
    ]
    assert not found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nobody_is_told_to_touch_a_screen_that_has_a_mouse(lang: str) -> None:
    touching = {
        "fr": r"\b[Tt]ouche[zr]?\b",
        "en": r"\b([Tt]ouch|[Tt]ap)\b",
        "de": r"\b([Tt]ippe?|[Bb]erühre?|angetippt)\b",
    }[lang]
    texts = {**catalogue(lang), **lessons_and_rules(lang)}
    either = re.compile(r"\[[^|\]]*\|[^\]]*\]")
    found = [key for key, text in texts.items() if re.search(touching, either.sub("", text))]
    assert not found


def test_a_refusal_names_the_player_or_else_the_seat() -> None:
    for names in ([], ["Ann", "Basile", "Zoé"]):
        match = Match.begin("cash_oder_crash", 3, seed=1, names=names)
        active = "ABC".index(match.item("active"))
        who = names[active] if names else "ABC"[active]
        other = (active + 1) % 3
        with pytest.raises(IllegalMove) as refused:
            match.play(f"{'ABC'[other]} lay {COLOURS[other]}")
        assert f"C’est à {who} de poser" in refused.value.say("fr")
        assert f"It is {who}’s turn" in str(refused.value)


def test_payments_name_the_other_player() -> None:
    names = ["Émile", "Basile", "Denis"]
    lines = settlement([4, -6, 0], [35, 35, 35], limited=False).sheets["A"].lines
    assert [line.say("fr", names, 0) for line in lines] == ["de Basile"]
    assert [line.say("en", names, 1) for line in lines] == ["from you"]
    theirs = settlement([4, -6, 0], [35, 35, 35], limited=False).sheets["B"].lines
    assert [line.say("fr", names, 2) for line in theirs] == ["à vous", "à Émile"]


def test_the_lines_of_a_sheet_have_no_codes() -> None:
    from tirelire.games.cache_ton_cash.text.sheet import score as cache
    from tirelire.games.money.text.sheet import score as money
    from tirelire.games.monopoly.text.sheet import score as monopoly

    def said(sheet: Any, lang: str) -> list[str]:
        lines: list[Line] = sheet.lines
        return [plain(line.say(lang)) for line in lines]

    notes = money("EUR20x3 EUR60", {})
    assert said(notes, "fr") == [
        "120 euros en billets : moins de 200, donc 100 de moins",
        "Triplé de 20 euros",
    ]
    assert said(notes, "en") == [
        "120 euros in notes: less than 200, so 100 off",
        "Three notes of 20 euros",
    ]
    stack = cache("BAS BAS / AUTO OR", {})
    assert said(stack, "fr") == [
        "Bas de laine : set de 2 cartes",
        "Super bagnoles : set de 2 cartes",
    ]
    hand = monopoly("BRN1 BRN2 H1 TOKEN", {})
    assert said(hand, "fr") == ["Groupe marron, avec 1 maison", "1 pion sur le groupe marron"]
    assert said(hand, "en") == ["brown group, with 1 house", "1 token on the brown group"]


def test_who_goes_out_is_named_with_what_it_brings() -> None:
    position = "monopoly 2; deal 1; hand A YEL1 YEL2 YEL3 GO; hand B BRN1; pile A H1; pile B H2"
    match = Match.at(position)
    match.seat(["Chloé", "Denis"])
    match.play("A out")
    ending = match.game.stories.ending(match.view(None).record)
    gained = f"{match.gained['A']:,}".replace(",", "\u202f")
    assert ending.say("fr", match.names, 1) == f"Chloé sort et marque {gained}\u202f!"
    assert ending.say("fr", match.names, 0) == f"Vous sortez et marquez {gained}\u202f!"
    assert "Chloé goes out and scores" in ending.say("en", match.names, 1)


def test_cards_have_articles_and_numbers() -> None:
    one, other = (Word(f"some.cache_ton_cash.{code}") for code in ("OR", "SCOOTER"))
    assert Cards((one, other, other)).tell(Audience("fr")) == "l’Or et 2 Scooters"
    assert Cards((other,)).tell(Audience("en")) == "a Scooter"
    house = Cards((Word("some.monopoly.H1"),))
    assert house.tell(Audience("fr")) == "la 1re maison"
    assert Seat(1).tell(Audience("fr", ["Ann", "Bob"], 1)) == "vous"


def test_a_french_de_is_shortened_at_the_beginning_too() -> None:
    assert elide("de {who}", {"who": "Émile"}, "fr") == "d’{who}"
    assert say("fr", "sheet.cash_oder_crash.receives", who="Anna") == "d’Anna"


def test_who_moves_their_own_set_is_named_once() -> None:
    names = ["Ann", "Basile"]
    moved = Sentence("cache_ton_cash.move_up", 1, {"whom": Seat(1)})
    assert moved.say("en", names, 0) == "Move: Basile puts their own bottom set on top."
    assert plain(moved.say("fr", names, 1)) == (
        "Déménagement : vous faites passer votre set du bas au sommet."
    )
    assert "son set du bas" in moved.say("fr", names, 0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_amount_has_the_unit_of_its_game_everywhere(lang: str) -> None:
    assert amount("cache_ton_cash", 30, lang) == "30K"
    assert amount("cache_ton_cash", 30, lang, sign=True) == "+30K"
    thousand = {"fr": "1 000K", "en": "1,000K", "de": "1.000K"}[lang]
    assert plain(amount("cache_ton_cash", 1000, lang)) == thousand
    assert amount("cash_oder_crash", -4, lang, sign=True) == "−4"
    assert Amount(30, "cache_ton_cash").tell(Audience(lang)) == "30K"
    for game in GAMES:
        assert describe(game, lang)["unit"] == pad_data(lang)[game]["unit"] == unit_of(game, lang)
    points = {
        row["points"]
        for section in rules_of("cache_ton_cash", lang)
        for rule in section["rules"]
        for example in rule["examples"]
        for row in example["rows"]
    }
    assert points == {"", "→ 30K", "→ 40K", "→ 110K", "→ 115K"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_writes_the_unit_of_a_game_itself(lang: str) -> None:
    assert not [key for key, text in catalogue(lang).items() if "}K" in text]

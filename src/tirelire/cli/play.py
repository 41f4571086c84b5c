"""The command `play`: one person against bots, in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from tirelire.cli.common import parse_options, refusals, refuse, warm_up
from tirelire.cli.console import Console
from tirelire.cli.parameters import Parameter
from tirelire.core.drawing import Text
from tirelire.core.errors import OptionError
from tirelire.core.options import encode as encode_options
from tirelire.core.refusals import Refusal
from tirelire.core.texts import language, say
from tirelire.games import game as find_game
from tirelire.games import names as game_names

if TYPE_CHECKING:
    from tirelire.cli.session import Session

T = TypeVar("T")
USUAL = "regular"
"""The default bot."""


def play(
    game: Annotated[str | None, Parameter("Name of the game.", metavar="[GAME]")] = None,
    players: Annotated[int | None, Parameter("Number of players.", ("--players", "-p"))] = None,
    bots: Annotated[
        str | None,
        Parameter("Who the others are, or one for all.", ("--bots",), "BOT,BOT…"),
    ] = None,
    option: Annotated[
        list[str] | None,
        Parameter("An option of the game; repeatable.", ("--option", "-o"), "NAME=VALUE"),
    ] = None,
    seed: Annotated[int | None, Parameter("Same seed, same cards.", ("--seed", "-s"))] = None,
    resume: Annotated[bool, Parameter("Go on with the match left last.", ("--resume",))] = False,
    record: Annotated[
        Path | None, Parameter("Write the record of the match here.", ("--record",))
    ] = None,
    lang: Annotated[
        str | None, Parameter("A language, as fr; by the locale where not given.", ("--lang",))
    ] = None,
) -> None:
    """Play a match in the terminal. Ctrl-C saves it."""
    from tirelire.cli.session import Session

    with refusals(lang):
        chosen = language(lang)
        if resume:
            session = Session.load(chosen)
        else:
            name = game or ask_game(chosen)
            found = find_game(name)
            _ = found.table  # a game that has none yet is refused
            options = parse_options(option)
            encode_options(found.options, options)
            others = parse_bots(bots, players) or [USUAL] * (ask_players(name, chosen) - 1)
            found.encode(len(others) + 1, options)
            warm_up(found, chosen, bots=True)
            session = Session.begin(name, others, options, seed, chosen)
        if session.run() and record is not None:
            write_record(session, record)


def parse_bots(given: str | None, players: int | None) -> list[str]:
    """Read who the others are: a list, or one for all; none where nothing was said."""
    from tirelire.bots.registry import find_bot

    specs = [spec.strip() for spec in (given or "").split(",") if spec.strip()]
    for spec in specs:
        find_bot(spec)
    if players is None:
        return specs
    if len(specs) <= 1:
        return (specs or [USUAL]) * (players - 1)
    if len(specs) != players - 1:
        raise OptionError(Refusal("bots", n=players - 1))
    return specs


def write_record(session: Session, path: Path) -> None:
    """Write the record of a finished match, or refuse a file that cannot be written."""
    from tirelire.match.record import Record

    try:
        path.write_text(str(Record.of(session.match)), "utf-8")
    except OSError as error:
        refuse(f"{path}: {error}")
    session.console.print(say(session.lang, "cli.recorded", path=path))


def ask_game(lang: str) -> str:
    """Let the player choose a game, by its number or its name."""
    known = game_names()
    titles = [f"{i}. {find_game(name).rules(lang)['title']}" for i, name in enumerate(known, 1)]
    text = say(lang, "cli.which_game", games=" ".join(titles))

    def chosen(answer: str) -> str:
        if answer.isdigit() and 1 <= int(answer) <= len(known):
            return known[int(answer) - 1]
        return find_game(answer).id

    return ask_until(text, "1", chosen, lang)


def ask_players(name: str, lang: str) -> int:
    """Let the player choose how many play."""
    game = find_game(name)
    text = say(lang, "cli.how_many", low=game.fewest, high=game.most)

    def chosen(answer: str) -> int:
        if answer.isdigit() and game.fewest <= int(answer) <= game.most:
            return int(answer)
        allowed = f"{game.fewest}–{game.most}"
        raise OptionError(Refusal("range", name="players", allowed=allowed))

    return ask_until(text, str(min(4, game.most)), chosen, lang)


def ask_until(text: str, default: str, chosen: Callable[[str], T], lang: str) -> T:
    """Ask until the answer is allowed; a refusal lists the allowed answers."""
    console = Console()
    while True:
        try:
            return chosen(console.input(Text(f"{text} [{default}]:")).strip() or default)
        except OptionError as error:
            console.print(error.say(lang), style="red")
        except (EOFError, KeyboardInterrupt):  # nothing has begun that could be saved
            console.print()
            raise SystemExit(1) from None

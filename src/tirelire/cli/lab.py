"""Commands that compute: sim, score, perft, replay."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tirelire.cli.common import (
    GameArgument,
    JsonOption,
    LangOption,
    OptionsOption,
    PlayersOption,
    SeedOption,
    notes,
    output,
    parse_options,
    percent,
    print_json,
    refusals,
    refuse,
    warm_up,
)
from tirelire.contract.game import Game
from tirelire.core.codes import seat_letter
from tirelire.core.reading import read_text
from tirelire.core.texts import amount, enumerate_words, language, number, say
from tirelire.core.words import Audience
from tirelire.games import game as find_game


def sim(
    game: GameArgument,
    players: PlayersOption = 4,
    games: Annotated[int, typer.Option("--games", "-g", help="Number of matches.")] = 10_000,
    seed: SeedOption = 0,
    option: OptionsOption = None,
    workers: Annotated[int | None, typer.Option(help="Threads; all cores if not given.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw a histogram into this file.")] = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play many random matches on all cores, and sum up how they ended."""
    from tirelire.sim.simulate import simulate

    with refusals(lang):
        chosen = language(lang)
        found = find_game(game)
        options = parse_options(option)
        found.encode(players, options)
        warm_up(found, chosen, doors=found.engine.SIMULATING)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        with Progress(*columns, TimeRemainingColumn(), console=notes(), transient=True) as bar:
            task = bar.add_task(say(chosen, "cli.games_done"), total=games)
            results = simulate(
                found,
                players,
                options,
                games=games,
                seed=seed,
                workers=workers,
                progress=lambda done: bar.advance(task, done),
            )
        if plot is not None:
            draw(results, found, chosen, plot)
    summary = results.summary()
    if as_json:
        print_json(summary)
        return
    _print_summary(summary, found, chosen)


def draw(results: Any, game: Game, lang: str, path: Path) -> None:
    """Draw a histogram, or refuse a file that cannot be written."""
    from tirelire.sim.plot import histogram

    try:
        histogram(results, game, lang, path)
    except (OSError, ValueError) as error:
        refuse(f"{path}: {error}")


def _print_summary(summary: dict[str, Any], game: Game, lang: str) -> None:
    console = output()
    games = number(summary["games"], lang)
    console.print(say(lang, "plot.title", game=game.rules(lang)["title"], n=games), style="bold")
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(say(lang, "cli.seat"))
    for key in ("wins", "mean", "sd", "lowest", "highest"):
        table.add_column(say(lang, f"cli.{key}"), justify="right")
    for seat, row in summary["seats"].items():
        share = percent(row["win_share"], lang)
        mean, sd = (amount(game.id, row[key], lang, 2) for key in ("mean", "sd"))
        low, high = (amount(game.id, row[key], lang) for key in ("min", "max"))
        table.add_row(seat, share, mean, sd, low, high)
    console.print(table)
    for key in ("deals", "decisions"):
        row = summary[key]
        values = {"mean": number(row["mean"], lang, 1), "sd": number(row["sd"], lang, 1)}
        console.print(say(lang, f"cli.{key}_per_match", **values))


def score(
    game: GameArgument,
    cards: Annotated[list[str], typer.Argument(help="Cards, or the table to be settled.")],
    option: OptionsOption = None,
    out: Annotated[bool, typer.Option("--out", help="The hand of a player who went out.")] = False,
    reward: Annotated[
        str, typer.Option(help="What came to a hand that was laid down before, as TOKEN GO.")
    ] = "",
    role: Annotated[
        list[str] | None,
        typer.Option(help="What a Chance card was laid down as: YEL, H2@YEL, TOKEN@YEL."),
    ] = None,
    players: PlayersOption = 4,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Count cards by the rules, line by line."""
    from tirelire.pad.hand import sheets as count

    with refusals(lang):
        chosen = language(lang)
        found = find_game(game)
        sheets = count(
            found.id,
            " ".join(cards),
            parse_options(option),
            players=players,
            out=out,
            reward=reward,
            roles=role or (),
        )
    if as_json:
        rows = {
            seat: {
                "total": sheet.total,
                "lines": [
                    {"rule": line.rule, "points": line.points, "text": line.say(chosen)}
                    for line in sheet.lines
                ],
            }
            for seat, sheet in sheets.items()
        }
        print_json(rows.get("", rows))
        return
    for seat, sheet in sheets.items():
        print_sheet(found.id, sheet, Audience(chosen), seat)


def print_sheet(game: str, sheet: Any, audience: Audience, title: str = "") -> None:
    """Print a score sheet line by line, each line with its rule."""
    lang = audience.lang
    table = Table(box=box.SIMPLE_HEAD, title=title or None, title_justify="left", show_footer=True)
    table.add_column(say(lang, "cli.line"), say(lang, "cli.total"))
    table.add_column(say(lang, "cli.points"), amount(game, sheet.total, lang), justify="right")
    table.add_column(say(lang, "cli.rule"))
    for line in sheet.lines:
        points = amount(game, line.points, lang, sign=True)
        table.add_row(line.say(*audience), points, line.rule)
    output().print(table)


def perft(
    position: Annotated[str, typer.Argument(help="A position as text, or a file that holds one.")],
    depth: Annotated[int, typer.Option("--depth", "-d", help="Decisions.")] = 3,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Count the sequences of decisions to a depth from a written position."""
    from tirelire.match.match import Match

    with refusals():
        state = Match.at(read_position(position), seed=seed).state
        counts = [state.perft(level) for level in range(1, depth + 1)]
    if as_json:
        print_json({"position": position, "seed": seed, "counts": counts})
        return
    for level, count in enumerate(counts, 1):
        output().print(f"{level}: {count}")


def read_position(given: str) -> str:
    """Return the text of a file, or the given text where there is no such file."""
    try:
        path = Path(given)
        is_file = "\n" not in given and path.is_file()
    except OSError:
        is_file = False
    return read_text(path) if is_file else given


def replay(
    record: Annotated[Path, typer.Argument(help="A record of a match.")],
    seat: Annotated[str | None, typer.Option(help="Show what this seat saw, as A.")] = None,
    at: Annotated[
        int | None, typer.Option(min=0, help="Stop after so many deals and moves.")
    ] = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a record again: check it, tell it, and show the table at any moment."""
    from tirelire.cli.story import tell_record
    from tirelire.match.record import Record

    with refusals(lang):
        chosen = language(lang)
        read = Record.parse(read_text(record))
        match = read.replay(at)
        if as_json:
            print_json(
                {
                    "game": read.game,
                    "players": read.players,
                    "options": read.options,
                    "events": len(read.events),
                    "position": match.position() if seat is None else match.view(seat).text,
                    "totals": match.totals,
                    "winners": match.winners,
                }
            )
            return
        tell_record(read, at, seat, chosen)
    names = match.names or [seat_letter(x) for x in range(match.players)]
    if match.winners:
        who = enumerate_words([names[ord(x) - ord("A")] for x in match.winners], chosen)
        output().print(say(chosen, "cli.winner_line", who=who), style="bold")
    else:
        output().print(say(chosen, "cli.unfinished"))

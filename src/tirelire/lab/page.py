"""The report of the lab in one language: a page that needs nothing else."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined

from tirelire.core.languages import LANGUAGES, conventions
from tirelire.core.texts import number
from tirelire.lab.count_layout import MOST_COUNTED
from tirelire.lab.effects import MEASURES, Effect
from tirelire.lab.figures import COUNT, FEWEST_SEEN, POINTS, SHARE, Figure
from tirelire.lab.plots import Plots
from tirelire.lab.results import Distribution, StudyResults
from tirelire.lab.words import ReportWords

SPREAD = {name: name for name in ("mean", "sd", "low", "median", "high")}
CARD_FIGURES = ("dealt_points", "dealt_share", "kept_points", "kept_share")


@dataclass(frozen=True)
class Cell:
    """A figure in a table."""

    text: str
    interval: str = ""
    difference: str = ""
    bounds: str = ""
    """The interval of the difference."""
    strong: bool = False
    """Whether the difference is surely one."""


@dataclass(frozen=True)
class Row:
    """A line of a table."""

    name: str
    cells: list[Cell]


@dataclass(frozen=True)
class ReportTable:
    """A table of figures."""

    head: list[str]
    rows: list[Row]
    caption: str = ""
    picture: Callable[[], str] | None = None
    """Drawn above the table when the page is made."""


@dataclass(frozen=True)
class Section:
    """A part of the page."""

    id: str
    title: str
    about: str
    tables: list[ReportTable] = field(default_factory=list)
    command: str = ""


class ReportPage:
    """The report in one language."""

    def __init__(self, results: StudyResults, lang: str) -> None:
        self.results = results
        self.plan = results.plan
        self.lang = lang
        self.words = ReportWords(self.plan.game, lang)
        self.plots = Plots(self.words)

    def html(self) -> str:
        """Return the whole page."""
        others = [
            (lang, conventions(lang).name, file_name(self.results, f"{lang}.html"))
            for lang in LANGUAGES
            if lang != self.lang
        ]
        page: str = _template().render(
            lang=self.lang,
            words=self.words,
            title=self.title,
            facts=self.facts(),
            others=others,
            sections=self.sections(),
        )
        return page

    @property
    def title(self) -> str:
        """The title of the page."""
        return self.words.say("title", game=self.plan.game.rules(self.lang)["title"])

    def facts(self) -> list[str]:
        """Describe the matches in a few lines."""
        plan, words = self.plan, self.words
        bots = ", ".join(words.bot(name) for name in plan.line_up(plan.base.players))
        matches = number(self.results.matches, self.lang)
        values = {"matches": matches, "players": plan.base.players, "seed": plan.seed}
        many = len(plan.settings) > 1
        facts = [words.say("played_each" if many else "played", n=len(plan.settings), **values)]
        facts.append(words.say("bots", bots=bots))
        usual = {option.name: option.default for option in plan.game.options}
        chosen = {k: v for k, v in plan.game.decode(plan.base.opt).items() if usual[k] != v}
        options = ", ".join(
            f"{words.varied(k)}: {words.value(k, str(v))}" for k, v in chosen.items()
        )
        facts.append(
            words.say("options", options=options) if chosen else words.say("usual_options")
        )
        return facts

    # --- sections -------------------------------------------------------------------------------

    def sections(self) -> list[Section]:
        """Return all parts of the page."""
        made = (
            *(self._seats, self._length, self._scores, self._cards, self._sets),
            *(self._luck, self._effects, self._method),
        )
        return [make() for make in made]

    def _section(self, name: str, about: dict[str, Any] | None = None, **parts: Any) -> Section:
        title, text = self.words.say(f"section.{name}"), f"about.{name}"
        return Section(name, title, self.words.say(text, **(about or {})), **parts)

    def _seats(self) -> Section:
        fair = 1 / self.plan.base.players
        picture = self._drawn(self.plots.seats, self._of("seats", "places"), fair)
        seats = {"share": "share", "lead": "lead"}
        places = {"share": "deal_share", "points": "deal_points"}
        tables = [
            self._table("seat", seats, self._of("seats"), picture=picture),
            self._table("place", places, self._of("places")),
        ]
        return self._section("seats", {"fair": self.words.number(fair, SHARE, 1)}, tables=tables)

    def _length(self) -> Section:
        columns = self._distributions("deals", "decisions")
        picture = self._drawn(self.plots.histograms, columns, COUNT, self._column("frequency"))
        found = self._of("length")
        table = self._table("of", SPREAD, found, self._column, picture=picture)
        return self._section("length", tables=[table])

    def _scores(self) -> Section:
        share = self._column("frequency_seats")
        columns = self._distributions("total", "highest")
        picture = self._drawn(self.plots.histograms, columns, POINTS, share)
        spread = [x for x in self._of("scores") if x.name in SPREAD]
        (shared,) = (x for x in self._of("scores") if x.name == "shared")
        ends = [Row(self.words.reason(x.item), [self._cell(x)]) for x in self._of("ends")]
        tables = [
            self._table("of", SPREAD, spread, self._column, picture=picture),
            ReportTable(["", share], [Row(self._column("shared"), [self._cell(shared)])]),
        ]
        if len(ends) > 1:
            tables.append(ReportTable([self._column("ends"), share], ends))
        return self._section("scores", tables=tables)

    def _cards(self) -> Section:
        found = self._of("cards")
        worth = {x.item: x.estimate.value for x in found if x.name == "dealt_points"}
        found.sort(key=lambda x: -worth.get(x.item, 0.0))
        names = [x for x in CARD_FIGURES if any(y.name == x for y in found)]
        picture = self._drawn(self.plots.cards, found)
        columns = {name: name for name in names}
        table = self._table("card", columns, found, self.words.card, sign=True, picture=picture)
        section = self._section("cards", tables=[table])
        if len(names) < len(CARD_FIGURES):
            return section
        return replace(section, about=f"{section.about} {self.words.say('about.cards_kept')}")

    def _sets(self) -> Section:
        found = self._of("sets")
        highest = max((int(x.item.rsplit(" ", 1)[1]) for x in found), default=0)
        counts = {str(count): str(count) for count in range(highest + 1)}
        tables: list[ReportTable] = []
        for name in dict.fromkeys(x.name for x in found):
            cells: dict[str, dict[str, Cell]] = {}
            for figure in (x for x in found if x.name == name):
                code, count = figure.item.rsplit(" ", 1)
                cells.setdefault(code, {})[count] = self._cell(figure, sign=True)
            rows = [
                Row(self.words.card(code), [row.get(count, Cell("")) for count in counts])
                for code, row in cells.items()
            ]
            picture = None if tables else self._drawn(self.plots.sets, found)
            head = [self._column("set"), *counts]
            tables.append(ReportTable(head, rows, self._column(name), picture))
        about = {"most": MOST_COUNTED, "fewest": FEWEST_SEEN}
        return self._section("sets", about, tables=tables)

    def _luck(self) -> Section:
        found, words = self._of("luck"), self.words
        columns = {"points": "points", "wins": "wins"}
        picture = self._drawn(self.plots.luck, found)
        tables = [
            self._table(
                *("part", columns, found), lambda x: words.say(f"part.{x}"), picture=picture
            ),
            self._table("bot", {"share": "share", "lead": "lead"}, self._of("bots"), words.bot),
        ]
        return self._section("luck", tables=tables)

    def _effects(self) -> Section:
        words, effects = self.words, self.results.effects
        if not effects:
            about = words.say("about.effects_none")
            return Section("effects", words.say("section.effects"), about)
        tables = []
        for varied in self.plan.variations:
            mine = [x for x in effects if x.varied == varied.name]
            rows = [
                Row(
                    words.say(f"measure.{measure.name}"),
                    [self._effect_cell(x) for x in mine if x.name == measure.name],
                )
                for measure in MEASURES
            ]
            head = ["", *(words.value(varied.name, value) for value in varied.settings)]
            picture = self._drawn(self.plots.effects, mine)
            tables.append(ReportTable(head, rows, words.varied(varied.name), picture))
        return self._section("effects", tables=tables)

    def _method(self) -> Section:
        boards = number(self.plan.boards, self.lang)
        blocks = self.results.blocks
        about = {"boards": boards, "blocks": blocks}
        return self._section("method", about, command=command_of(self.results))

    # --- parts of sections ----------------------------------------------------------------------

    def _of(self, *sections: str) -> list[Figure]:
        return [x for x in self.results.figures if x.section in sections]

    def _distributions(self, *names: str) -> dict[str, Distribution]:
        return {name: self.results.distributions[name] for name in names}

    def _column(self, name: str) -> str:
        return self.words.say(f"column.{name}")

    def _drawn(self, *given: Any) -> Callable[[], str]:
        return partial(self.plots.draw, *given)

    def _cell(self, figure: Figure, *, sign: bool = False) -> Cell:
        sign = sign or (figure.name in ("lead", "points") and figure.section != "luck")
        return Cell(*self.words.figure(figure.estimate, figure.unit, sign=sign))

    def _effect_cell(self, effect: Effect) -> Cell:
        written = self.words.figure(effect.estimate, effect.unit)
        gap = effect.difference
        if gap is None:
            return Cell(*written)
        difference, bounds = self.words.figure(gap, effect.unit, sign=True)
        told = self.words.say("column.difference", difference=difference)
        return Cell(*written, told, bounds, strong=gap.low > 0 or gap.high < 0)

    def _table(
        self,
        first: str,
        columns: dict[str, str],
        figures: Iterable[Figure],
        name: Callable[[str], str] = str,
        *,
        sign: bool = False,
        picture: Callable[[], str] | None = None,
    ) -> ReportTable:
        """Make a table with a row for each item and a column for each name of a figure."""
        rows: dict[str, dict[str, Cell]] = {}
        for figure in figures:
            rows.setdefault(figure.item, {})[figure.name] = self._cell(figure, sign=sign)
        lines = [
            Row(name(item), [cells.get(column, Cell("")) for column in columns])
            for item, cells in rows.items()
        ]
        return ReportTable(
            list(map(self._column, [first, *columns.values()])), lines, picture=picture
        )


@cache
def _template() -> Any:
    text = files("tirelire.lab").joinpath("report.html").read_text("utf-8")
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(text)


def command_of(results: StudyResults) -> str:
    """Return the command that makes the same report."""
    plan = results.plan
    words = ["tirelire", "lab", plan.game.id, "--players", str(plan.base.players)]
    words += ["--games", str(plan.boards * plan.base.players), "--seed", str(plan.seed)]
    for name, value in plan.options.items():
        words += ["--option", f"{name}={value}"]
    for bot in plan.bots:
        words += ["--bot", bot]
    for variation in plan.variations:
        words += ["--vary", f"{variation.name}={','.join(variation.settings)}"]
    return shlex.join(words)


def file_name(results: StudyResults, ending: str) -> str:
    """Return the name of a file of the report."""
    return f"{results.plan.game.id}.{ending}"

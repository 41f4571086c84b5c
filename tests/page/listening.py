"""Somebody who does not see the page: they know its accessibility tree and what is announced.

They act by role and name alone, with the keys that a screen reader passes on.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from tests.page.browser import PATIENCE
from tirelire.core.texts import say

ANNOUNCED = """
(() => {
  window.announced = [];
  const told = new WeakMap();
  const look = () => {
    for (const one of document.querySelectorAll('[aria-live], [role=status], [role=alert]')) {
      const text = one.checkVisibility() ? one.textContent.trim() : '';
      if (text && told.get(one) !== text) window.announced.push(text);
      told.set(one, text);
    }
  };
  new MutationObserver(look).observe(document,
    { subtree: true, childList: true, attributes: true, characterData: true });
})();
"""
"""A script that notes what live regions say, as a screen reader would read it out."""
KINDS = """(all) => all.map((one) => one.value.replace(/[a-z]?#.*$/, ''))"""
"""The kinds of cards of the hand."""
PRESSED = ("button", "link", "checkbox", "radio")
SILENT = ("none", "generic", "InlineTextBox", "LineBreak", "ListMarker")
ASIDE = {"banner", "complementary", "contentinfo"}
"""Parts of the page that are not the table: its head, the log and the talk, its foot."""
MOST_STEPS = 1500
RULE = re.compile(r"\w+ [A-Z]\d+")
"""The name of a link to a rule: there is one place for each."""
HASTE = 0.7
"""How often a button is pressed that sends what was chosen, where there is one."""


@dataclass(frozen=True)
class Node:
    """What a screen reader can say about one thing."""

    role: str
    name: str
    on: bool | None
    """Whether it is checked or pressed; None: it is neither of the kind."""
    disabled: bool
    opens: bool
    """Whether it only unfolds something."""
    live: bool
    """Whether it is read out when it changes."""
    within: tuple[tuple[str, str], ...]
    """Roles and names of what it lies in, from the outermost."""

    def lies_in(self, *roles: str) -> bool:
        return any(role in roles for role, _ in self.within)


class Listener:
    """Somebody who plays at random by what a screen reader tells."""

    def __init__(self, page: Page, lang: str, seed: int = 1) -> None:
        page.add_init_script(ANNOUNCED)
        self.page = page
        self.random = Random(seed)
        self.again = say(lang, "page.table.rematch")
        self.start = say(lang, "page.lobby.start")
        self.alike = {
            say(lang, name)
            for name in ("page.monopoly.draw", "page.table.rematch", "page.table.replay")
        }
        """Names of things that do the same wherever they are: at the table and on its sheet."""
        """Both the pile and the button below it have this name, and do the same."""
        self.undo = say(lang, "page.table.undo")
        self.unclear: set[str] = set()
        """What a screen reader could not tell apart, or could not name."""
        self.questions: set[str] = set()
        self.states = 0
        self._cdp = page.context.new_cdp_session(page)

    def read(self) -> list[Node]:
        """Read the accessibility tree, from the top down."""
        listed = self._cdp.send("Accessibility.getFullAXTree")["nodes"]
        known = {one["nodeId"]: one for one in listed}
        found: list[Node] = []

        def walk(one: Any, within: tuple[tuple[str, str], ...], live: bool) -> None:
            role, name = (str(one.get(key, {}).get("value", "")) for key in ("role", "name"))
            about = {x["name"]: x["value"].get("value") for x in one.get("properties", [])}
            live = live or about.get("live") in ("polite", "assertive")
            if not one.get("ignored") and role not in SILENT:
                on = about.get("checked", about.get("pressed"))
                found.append(
                    Node(
                        role,
                        name.strip(),
                        None if on is None else on == "true",
                        bool(about.get("disabled")),
                        "expanded" in about,
                        live,
                        within,
                    )
                )
                within = (*within, (role, name.strip()))
            for child in one.get("childIds", ()):
                if child in known:
                    walk(known[child], within, live)

        if listed:
            walk(listed[0], (), live=False)
        return found

    def things(self, nodes: list[Node]) -> list[Node]:
        """What can be pressed at the table, or in the dialog that lies over it."""
        return [
            node
            for node in nodes
            if node.role in PRESSED
            and not node.disabled
            and not node.lies_in(*ASIDE)
            and (node.lies_in("main") or node.lies_in("dialog"))
        ]

    def question(self, nodes: list[Node]) -> str:
        """What is asked now: the paragraph that is a live region."""
        texts = [node for node in nodes if node.role == "StaticText" and node.live]
        return plain(" ".join(one.name for one in texts if one.within[-1][0] == "paragraph"))

    def judge(self, nodes: list[Node]) -> None:
        """Note what cannot be told apart, or has no name.

        Cards of the hand that have one name are equal: it does not matter which one is taken.
        """
        pressed = [
            node
            for node in nodes
            if node.role in (*PRESSED, "combobox", "textbox", "slider", "dialog")
        ]
        self.unclear.update(f"no name: {node}" for node in pressed if not node.name)
        alike = Counter((node.role, node.name) for node in pressed if not node.disabled)
        for (role, name), times in alike.items():
            same = name in self.alike or RULE.fullmatch(name) is not None
            same = same or (role == "checkbox" and self._are_equal(name))
            if times > 1 and not same:
                self.unclear.add(f"{times} × {role} {name!r}")

    def _are_equal(self, name: str) -> bool:
        """Tell whether all cards of a name are copies of one kind."""
        cards = self.page.get_by_role("checkbox", name=name, exact=True)
        codes = cards.evaluate_all(KINDS)
        return len(set(codes)) == 1

    def press(self, node: Node) -> None:
        """Press one thing by its role and its name."""
        role: Any = node.role
        found = self.page.get_by_role(role, name=node.name, exact=True)
        wanted: dict[str, Any] = {}
        if node.on is not None:
            wanted = {"checked" if node.role in ("checkbox", "radio") else "pressed": node.on}
            found = self.page.get_by_role(role, name=node.name, exact=True, **wanted)
        found.first.focus(timeout=4000)
        self.page.keyboard.press("Enter" if node.role in ("button", "link") else "Space")

    def choose(self, things: list[Node]) -> Node:
        """Choose what to press: rather what sends than what selects, and seldom what undoes."""
        moves = [one for one in things if not one.opens and one.role != "link"]
        sends = [one for one in moves if one.on is None and one.name != self.undo]
        selects = [one for one in moves if one.on is False]
        if sends and (not selects or self.random.random() < HASTE):
            return self.random.choice(sends)
        return self.random.choice(selects or moves or things)

    def play(self) -> list[Node]:
        """Play until the match is over; return what is read then."""
        for _ in range(MOST_STEPS):
            nodes = self._wait()
            things = self.things(nodes)
            self.judge(nodes)
            if any(one.name == self.again for one in things):
                return nodes
            if asked := self.question(nodes):
                self.questions.add(asked)
            thing = self.choose(things)
            try:
                self.press(thing)
            except TooLate:
                continue  # somebody else was faster
            if thing.on is None:
                self._wait_for_change(nodes)
        raise AssertionError(f"the match does not end: {self.read()}")

    def _wait(self) -> list[Node]:
        """Wait until there is something to press that is not a link."""
        end = time.monotonic() + PATIENCE / 1000
        while True:
            nodes = self.read()
            if any(one.role != "link" and not one.opens for one in self.things(nodes)):
                self.states += 1
                return nodes
            assert time.monotonic() < end, f"nothing to do: {nodes}"
            self.page.wait_for_timeout(30)

    def _wait_for_change(self, before: list[Node]) -> None:
        """Wait until something else is told than before."""
        end = time.monotonic() + PATIENCE / 1000
        while self.read() == before:
            assert time.monotonic() < end, f"nothing changes: {before}"
            self.page.wait_for_timeout(30)

    def begin(self) -> None:
        """Start the match."""
        nodes = self._wait()
        self.judge(nodes)
        self.press(next(node for node in self.things(nodes) if node.name == self.start))
        self._wait_for_change(nodes)

    def unheard(self, sentences: list[str]) -> list[str]:
        """Return what is not read out, however long one waits."""
        end = time.monotonic() + PATIENCE / 1000
        while silent := [text for text in sentences if text not in self.announced()]:
            if time.monotonic() > end:
                break
            self.page.wait_for_timeout(100)
        return silent

    def announced(self) -> str:
        """Return all that was read out, in one text."""
        return plain(" ".join(self.page.evaluate("() => window.announced")))


def plain(text: str) -> str:
    """Write a text with single spaces, and none before signs."""
    return " ".join(text.replace("\xa0", " ").replace("\u202f", " ").split())

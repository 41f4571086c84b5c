"""What people do with the score pad in a browser, and what they read from it."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.page.browser import Guest


def begin(page: Page, game: str, names: list[str], **options: str) -> None:
    """Open a sheet."""
    page.click(f"#new-{game}")
    page.wait_for_selector("#begin")
    while page.locator(".pad-name").count() > len(names):
        page.click("#fewer")
    while page.locator(".pad-name").count() < len(names):
        page.click("#more")
    for i, name in enumerate(names):
        page.fill(f"#name-{i}", name)
    for option, value in options.items():
        field = page.locator(f"[name=option-{option}]")
        if field.evaluate("(one) => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.click("#begin")
    page.wait_for_selector("#standing")


def count(page: Page, button: str = "count") -> None:
    """Begin to count a deal, and wait for its screen: it opens with the address, a moment later."""
    page.tap(f"#{button}")
    page.wait_for_selector("#done")


def tap(page: Page, cards: str) -> None:
    """Tap pictures of cards, one after the other."""
    press(page, *(f"kind-{code}" for code in cards.split()))


def press(page: Page, *names: str) -> None:
    """Tap buttons by their ids."""
    for name in names:
        page.tap(f"#{name}")


def enter_sets(page: Page, *sets: str) -> None:
    """Enter a stack of Cache ton Cash by its sets, from the bottom up: `AUTO 3 OR 1`."""
    for one in sets:
        kind, n, *wilds = one.split()
        press(page, f"kind-{kind}")
        if n != "2":
            press(page, f"cards-{n}")
        for wild, times in zip(wilds[::2], wilds[1::2], strict=True):
            while int(page.inner_text(f"#wild-{wild}")) < int(times):
                press(page, f"wild-{wild}-one_more")


def count_taps(page: Page) -> None:
    """Count all taps from now on; see `taps`."""
    page.evaluate(
        "() => { window.taps = 0; addEventListener('click', () => { window.taps += 1; }, true); }"
    )


def taps(page: Page) -> int:
    return int(page.evaluate("() => window.taps"))


def finish(page: Page, missing: str = "") -> None:
    """Say that the deal is counted, and that some have nothing; wait for the sheet."""
    page.click("#done")
    if missing:
        assert missing in page.locator("dialog.question").inner_text()
        page.click("dialog.question [value=yes]")
    page.wait_for_selector("#standing")


def total(page: Page) -> int:
    return whole(page.locator("#sum").inner_text())


def whole(text: str) -> int:
    return int(re.sub(r"[^\d-]", "", text.replace("−", "-")))


def totals(page: Page) -> list[int]:
    return [whole(text) for text in page.locator(".pad-table tfoot b").all_inner_texts()]


def go_offline(guest: Guest) -> None:
    """Wait until the pad is kept, then cut the network and load it again."""
    page = guest.page
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    guest.context.set_offline(True)
    page.reload(wait_until="load")
    page.wait_for_selector("#head")

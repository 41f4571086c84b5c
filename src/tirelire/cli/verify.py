"""The command `verify`: check that deals follow from the secret that was promised."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tirelire.cli.arguments import JsonOption, LangOption
from tirelire.cli.common import print_json, refusals
from tirelire.cli.record_files import read_records
from tirelire.cli.tables import output
from tirelire.core.errors import TirelireError
from tirelire.core.texts import enumerate_words, language, say

if TYPE_CHECKING:
    from tirelire.match.record import Record

NOT_VERIFIED = 1
"""Exit status for a record that proves nothing."""


def verify(
    record: Annotated[Path, typer.Argument(help="A record, or a file of several.")],
    promise: Annotated[
        str | None, typer.Option(help="The promise that the table showed before the match.")
    ] = None,
    fingerprint: Annotated[
        str | None,
        typer.Option(help="The fingerprint that was noted before words were revealed."),
    ] = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check that deals follow from the secret promised before the match; say what that proves."""
    with refusals(lang):
        chosen = language(lang)
        texts = read_records(record, chosen) or [""]  # nothing proves nothing
    checks = [_check(text, promise, fingerprint) for text in texts]
    good = sum(isinstance(check, dict) for check in checks)
    if as_json:
        found = [{"error": x.say(chosen)} if isinstance(x, TirelireError) else x for x in checks]
        print_json({"verified": good == len(checks), "records": found})
    else:
        for number, check in enumerate(checks, 1):
            if len(checks) > 1:
                output().print(say(chosen, "keep.record", n=number), style="bold")
            _tell(check, promise is not None, fingerprint is not None, chosen)
        if len(checks) > 1:
            output().print(say(chosen, "keep.in_all", good=good, n=len(checks)))
    raise typer.Exit(0 if good == len(checks) else NOT_VERIFIED)


def _check(
    text: str, promise: str | None, fingerprint: str | None
) -> dict[str, Any] | TirelireError:
    """Check one record, and what was noted of it; return what it shows, or the error."""
    from tirelire.match.record import Record

    try:
        record = Record.parse(text)
        record.replay()
        fairness = record.verify(promise, fingerprint)
    except TirelireError as error:
        return error
    return {
        "game": record.game,
        "over": bool(record.winners),
        "deals": _deals(record),
        "words": any(fairness.words),
        "committed": fairness.are_words_committed,
        "promise": fairness.promised,
        "fingerprint": fairness.fingerprint,
        "void_draws": [draw.names for draw in fairness.void_draws],
    }


def _deals(record: Record) -> int:
    from tirelire.match.events import Deal

    return sum(isinstance(event, Deal) for event in record.events)


def _tell(
    check: dict[str, Any] | TirelireError,
    has_promise: bool,
    has_fingerprint: bool,
    lang: str,
) -> None:
    """Say what a record proves, or why it proves nothing."""
    if isinstance(check, TirelireError):
        output().print(say(lang, "keep.wrong", why=check.say(lang)), style="red", soft_wrap=True)
        return
    output().print(say(lang, "keep.replays" if check["over"] else "keep.replays_so_far"))
    output().print(say(lang, "keep.deals", n=check["deals"]), style="green")
    output().print(say(lang, "keep.promise", promise=check["promise"]), soft_wrap=True)
    if not has_promise and not has_fingerprint:  # which is that of the promise too
        output().print(say(lang, "keep.compare"), soft_wrap=True)
    if check["committed"]:
        output().print(
            say(lang, "keep.fingerprint", fingerprint=check["fingerprint"]), soft_wrap=True
        )
        if not has_fingerprint:
            output().print(say(lang, "keep.compare_fingerprint"), soft_wrap=True)
    void_draws = check["void_draws"]
    if void_draws:
        who = enumerate_words([name for names in void_draws for name in names], lang)
        told = say(lang, "keep.void_draws", n=len(void_draws), who=who)
        output().print(told, style="yellow", soft_wrap=True, markup=False)
    proof = "bound_proof" if check["committed"] else "proof" if check["words"] else "half_proof"
    output().print(say(lang, f"keep.{proof}"), soft_wrap=True)

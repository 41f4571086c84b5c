"""Secrecy on the wire: bytes to a seat, a spectator or a stranger are the same in every world that
they cannot tell apart; and no secret is in an answer, an event, a log or a figure."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from httpx import Response
from sqlalchemy.exc import OperationalError

from tests.match.test_leaks import REFUSED, SHIFT
from tests.match.test_retracting import last_move
from tests.server.common import (
    SHORT,
    Following,
    Opened,
    Person,
    fine,
    following,
    open_house,
    refusal,
)
from tirelire import Match
from tirelire.contract.covering import Setting, spread_settings
from tirelire.core.chance import new_stream, seeded
from tirelire.core.codes import SEAT_LETTERS
from tirelire.core.state import State
from tirelire.games import GAMES, game
from tirelire.match.events import Deal
from tirelire.match.random_player import random_move
from tirelire.server.admin.moderation import make_token
from tirelire.server.http.authentication import digest
from tirelire.server.http.middleware import Application
from tirelire.server.runner import JsonLines
from tirelire.server.storage.rows import RUNNING
from tirelire.server.tables import bots
from tirelire.server.tables.snapshot import REMEMBERED, FinishedDeal, MatchSnapshot, Question, Step

pytestmark = pytest.mark.anyio

CASES = [
    pytest.param(name, players, setting, id=f"{name}-{players}-{i}")
    for name in GAMES
    for i, (players, setting) in enumerate(spread_settings(game(name))[2::6])
]
TELLING: dict[str, Any] = {"public_url": "https://house.example.org", "webhooks": True}
"""Settings of a house that tells people by requests to URLs of theirs."""
FIGURE = re.compile(
    r"# TYPE tirelire_[a-z_]+ (?:gauge|counter)"
    r'|tirelire_[a-z_]+(?:\{status="(?:\d{3}|open|starting|running|over|closed)"\})? \d+'
    r'|tirelire_rows\{kind="(?:guests|keys|tables|seats|events|archives|talk)"\} \d+'
)


@pytest.fixture(autouse=True)
def _same_cards_every_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = sha256(request.node.name.encode()).hexdigest()
    monkeypatch.setattr("tirelire.server.tables.seats.new_secret", lambda: secret)


class Readers:
    """Everybody who can ask about one table: its seats, and people who have the link."""

    def __init__(self, house: Opened, table: str, seats: dict[str, Person]) -> None:
        self.house = house
        self.table = table
        self.people: dict[str | None, Person] = {None: house.person()}
        self.people.update(seats)
        self.marks = 0

    def place(self, snapshot: MatchSnapshot) -> None:
        """Let the table be anywhere, and notify its readers."""
        session = self.house.session(self.table)
        session.row = replace(session.row, status=RUNNING)
        session.advance(snapshot, None)

    async def told(
        self, seat: str | None, before: MatchSnapshot, snapshot: MatchSnapshot
    ) -> list[bytes]:
        """Return the bytes of all events and answers to a reader while the table goes on."""
        self.place(before)
        person, path = self.people[seat], f"/api/tables/{self.table}"
        last = before.number_for(seat) - REMEMBERED + 1
        since = f"last={last}" if last > 0 else ""
        async with (
            following(person, f"{path}/events?lang=fr&help=true&{since}") as events,
            following(person, f"{path}/stream?{since}") as lines,
        ):
            told = await heard(events, lines, await self.mark())
            self.place(snapshot)
            told += await heard(events, lines, await self.mark())
        answers = [await person.get(f"{path}/view?lang={lang}&help=true") for lang in ("fr", "en")]
        deck = [code for code, _, _ in snapshot.match.game.table.deck("en")]
        cards = [f"{path}/cards/{quote(code)}" for code in deck[snapshot.number_for(seat) % 5 :: 9]]
        doors = ("/sheets", "/mutes", "/notices", "/orders")
        asked = (path, *(path + door for door in doors), "/metrics", *cards)
        answers += [await person.get(where) for where in asked]
        if seat is not None:
            answers.append(await self.attempt(seat, 0, "nonsense"))
            answers.append(await person.retract(self.table, 0, id="never-made"))
            assert answers[-1].status_code == 409
            for move in self.refused(snapshot, seat):
                answers.append(await self.attempt(seat, snapshot.number_for(seat), move))
            for move in (*snapshot.match.legal(seat)[:1], "nonsense"):
                answers.append(await person.post(f"{path}/check", {"move": move}))
        return [*told, *map(written, answers)]

    async def mark(self) -> bytes:
        """Say something that everybody hears after all that has happened before."""
        self.marks += 1
        said = f"mark {self.marks}."
        await self.people["A"].post(f"/api/tables/{self.table}/talk", {"text": said})
        return said.encode()

    async def attempt(self, seat: str, number: int, move: str) -> Response:
        """Try to make a move that is refused."""
        answer = await self.people[seat].move(self.table, number, move, id="never-made")
        assert answer.status_code in (409, 422), answer.text
        return answer

    def refused(self, snapshot: MatchSnapshot, seat: str) -> list[str]:
        """Return moves that the rules do not allow now, others at every position."""
        moves = [move for move in REFUSED if not snapshot.match.is_legal(move, seat)]
        return moves[snapshot.number_for(seat) % 3 :: 3]


async def heard(events: Following, lines: Following, mark: bytes) -> list[bytes]:
    """Return all that two streams tell up to a mark, but for what was said and signs of life.

    Padding stays, but for that of a message that may end with talk.
    """
    told = []
    for stream, end in ((events, b"\n\n"), (lines, b"\n")):
        piece = b""
        while mark not in piece:
            piece = await stream.piece(end)
            is_full = piece.startswith(b'{"type":"gameFull"')
            told.append(re.sub(rb',"talk":\[.*\]', b"", piece).rstrip() if is_full else piece)
    said = (b"event: talk", b'{"type":"chatLine"', b": still here")
    return [piece for piece in told if piece and not piece.startswith(said)]


def written(answer: Response) -> bytes:
    """Return all of an answer as bytes: status, headers, body."""
    headers = b"|".join(b"%b:%b" % pair for pair in answer.headers.raw)
    return b"%d|%b|%b" % (answer.status_code, headers, answer.content)


async def readers(house: Opened, name: str, players: int, setting: Setting) -> Readers:
    pace = {"decision": 600, "pause": 120}
    return Readers(house, *await house.company(name, players, options=setting, pace=pace))


def courses(
    snapshot: MatchSnapshot, moves: int, every: int
) -> Iterator[tuple[MatchSnapshot, MatchSnapshot]]:
    """Play random moves, and stop from time to time; yield where the table was and is.

    Now and then somebody takes back a secret choice.
    """
    source = seeded(7)
    for step in range(moves):
        match = snapshot.match
        if match.ended == "match":
            return
        able = [seat for seat in SEAT_LETTERS[: match.players] if snapshot.may_retract(seat)]
        if match.ended == "deal":
            prepared = match.prepare_next_deal()
        elif able and source.below(4) == 0:
            prepared = match.prepare_retraction(able[0])
        else:
            prepared = match.prepare(random_move(match.view(match.asked), source), match.asked)
        before, snapshot = snapshot, snapshot.after(prepared, snapshot.at + 1000)
        if step % every == every - 1:
            yield before, snapshot


def in_another_world(snapshot: MatchSnapshot, seat: str | None) -> MatchSnapshot:
    """Return a snapshot that looks the same to a seat, now and in what it is told, but is not."""
    stream = new_stream(snapshot.number)

    def another(match: Match) -> Match:
        taken = seat if seat is not None and match.may_retract(seat) else None
        # What a seat may take back in truth, it may take back in the world: there it has made the
        # same choice last.
        known = match.after(match.prepare_retraction(taken)) if taken else match
        world = match.game.engine.new()
        match.game.engine.sample(known.view(seat).raw, stream, world)
        twin = Match(match.game, State(match.game.engine, world), None)
        if taken:
            twin.play(last_move(match, taken).move, taken)
        # There somebody has also chosen once more in secret: the true number is another.
        twin.events, twin.names = match.events.followed_by(Deal((), ())), list(match.names)
        return twin

    match = another(snapshot.match)
    questions = {
        actor: Question(match.decisions(actor), match.number, snapshot.at) for actor in match.actors
    }
    if seat in questions and seat in snapshot.questions:
        questions[seat] = snapshot.questions[seat]
    steps = tuple(
        Step(step.number, step.event, another(step.before), another(step.after))
        for step in snapshot.steps
    )
    numbers = {reader: number + 3 for reader, number in snapshot.numbers.items()}
    told = {**numbers, seat: snapshot.numbers[seat]}
    earlier = FinishedDeal(another(snapshot.earlier.match)) if snapshot.earlier else None
    return MatchSnapshot(match, snapshot.at, questions, told, steps, earlier, snapshot.answers)


@pytest.mark.parametrize(("name", "players", "setting"), CASES)
async def test_every_reader_gets_the_same_bytes_in_all_worlds_that_they_cannot_tell_apart(
    house: Opened, name: str, players: int, setting: Setting
) -> None:
    table = await readers(house, name, players, setting)
    compared = others = 0
    for before, snapshot in courses(house.snapshot(table.table), 36, 12):
        for seat in table.people:
            truth = await table.told(seat, before, snapshot)
            worlds = [in_another_world(each, seat) for each in (before, snapshot)]
            assert await table.told(seat, *worlds) == truth
            compared += 1
            others += worlds[1].match.state.bytes != snapshot.match.state.bytes
    assert others > compared // 2  # by chance another world may be the true one


@pytest.mark.parametrize("name", GAMES)
async def test_what_is_told_of_a_secret_move_does_not_depend_on_it(
    house: Opened, name: str
) -> None:
    """Two moves that leave a reader with the same view are told to them in the same words."""
    is_rare = name == "cache_ton_cash"  # the only secret moves there are those of a shift
    setting: Setting = {"action_cards": "on"} if is_rare else {}
    table = await readers(house, name, 3 if is_rare else game(name).most, setting)
    snapshot = house.snapshot(table.table)
    if is_rare:
        match = Match.at(SHIFT, seed=3)
        match.names = list(snapshot.match.names)
        snapshot = MatchSnapshot(match, snapshot.at)
    compared = 0
    for at in [snapshot] if is_rare else [at for _, at in courses(snapshot, 24, 4)]:
        mover = at.match.asked
        for seat in [None, *"ABC"] if mover else []:
            seen: dict[bytes, list[MatchSnapshot]] = {}
            for text in at.match.legal(mover) if seat != mover else []:
                after = at.after(at.match.prepare(text, mover), at.at + 1000)
                seen.setdefault(after.match.view(seat).bytes, []).append(after)
            for first, *others in [same for same in seen.values() if len(same) > 1][:1]:
                told = await table.told(seat, at, first)
                for other in (others[0], others[-1]):
                    assert await table.told(seat, at, other) == told
                    compared += 1
    assert compared >= (1 if is_rare else 12)


async def test_how_often_others_have_chosen_in_secret_shows_in_no_number(house: Opened) -> None:
    """Neither who looks, nor who follows, nor who moves afterwards can count it (M6)."""
    seen = []
    for secret in ([], ["lay"], ["lay", "lay", "back"]):
        table, seats = await house.company("money", 3)
        path = f"/api/tables/{table}"
        async with following(seats["A"], f"{path}/events") as events:
            await events.view()
            for verb in secret:
                view = await seats["B"].view(table)
                move = next(said for said in view["legal"] if said.startswith(verb))
                fine(await seats["B"].move(table, view["number"], move))
            looked = [(await each.view(table))["number"] for each in (seats["A"], house.person())]
            made = fine(await seats["A"].move(table, 1, "bid BLUFF", id="the-same-id"))
            again = fine(await seats["A"].move(table, 1, "bid BLUFF", id="the-same-id"))
            stale = refusal(await seats["A"].move(table, 9, "bid BLUFF"), 409)["number"]
            kind, number, told = await events.event()
            log = [line["number"] for line in (await seats["A"].read(f"{path}/log"))["log"]]
        seen.append((looked, made, again, stale, kind, number, told["number"], log))
    assert seen[0] == seen[1] == seen[2]
    assert house.snapshot(table).number > seen[0][1]["number"]


async def test_nobody_is_told_what_was_taken_back(house: Opened) -> None:
    """Whatever two choices of the same size were taken back, all others are told the same (M6)."""
    told: list[list[bytes]] = []
    for place in (0, 1):
        table, seats = await house.company("money", 3)
        path, hand = f"/api/tables/{table}", (await seats["A"].view(table))["items"]["hand A"]
        async with (
            following(seats["B"], f"{path}/events") as events,
            following(house.person(), f"{path}/stream") as lines,
        ):
            await events.view()
            first = await lines.piece(b"\n")
            assert b"gameFull" in first
            fine(await seats["A"].move(table, 1, f"bid {hand.split()[place]}", id="first-bid"))
            pieces = [await events.piece(b"\n\n"), await lines.piece(b"\n")]
            fine(await seats["A"].retract(table, 2, id="taken-back"))
            pieces += [await events.piece(b"\n\n"), await lines.piece(b"\n")]
            fine(await seats["A"].move(table, 3, f"bid {hand.split()[2]}", id="second-bid"))
            pieces += [await events.piece(b"\n\n"), await lines.piece(b"\n")]
        asked = ("view", "log")
        pieces += [written(await seats["B"].get(f"{path}/{what}")) for what in asked]
        told.append([piece.replace(table.encode(), b"") for piece in pieces])
    assert told[0] == told[1]
    assert b"takes back their choice" in told[0][2]


@pytest.mark.parametrize("name", GAMES)
async def test_nobody_looks_from_anothers_seat_and_everybody_may_look_from_none(
    house: Opened, name: str
) -> None:
    table, seats = await house.company(name, 3)
    path = f"/api/tables/{table}"
    await house.play_to(table, seats, 4)
    guest, stranger = house.people(2)
    await guest.do("/api/me")
    public = written(await stranger.get(f"{path}/view"))
    for seat, person in {**seats, "guest": guest, "stranger": stranger}.items():
        assert written(await person.get(f"{path}/view?seat=-")) == public
        assert (written(await person.get(f"{path}/view")) == public) == (seat not in seats)
        for other in [x for x in "ABCDEF" if x != seat]:
            for what in ("view", "events", "stream"):
                refusal(await person.get(f"{path}/{what}?seat={other}"), 403)


Sent = dict[str, list[bytes]]
"""All that was sent, by the name of the caller."""


@pytest.mark.parametrize("name", GAMES)
async def test_the_owner_of_the_house_is_told_the_same_in_every_world(
    house: Opened, name: str
) -> None:
    players, setting = spread_settings(game(name))[0]
    all_readers = await readers(house, name, players, setting)
    snapshot = house.snapshot(all_readers.table)
    _, token = await make_token(house.house.repository, None, ["admin"], "")
    owner = house.person(authorization=f"Bearer {token}")
    told = []
    for world in (snapshot, in_another_world(snapshot, None)):
        all_readers.place(world)
        told.append([written(await owner.get(f"/api/admin/{x}")) for x in ("tables", "guests")])
    assert told[0] == told[1]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """All that houses send: heads, bodies and events."""
    all_sent: Sent = {}
    answer = Application.__call__

    async def recording(self: Application, scope: Any, receive: Any, send: Any) -> None:
        async def sending(message: Any) -> None:
            name = dict(scope.get("headers", [])).get(b"user-agent", b"").decode()
            head = b"".join(name + value for name, value in message.get("headers", []))
            all_sent.setdefault(name, []).append(head + message.get("body", b""))
            await send(message)

        await answer(self, scope, receive, sending)

    monkeypatch.setattr(Application, "__call__", recording)
    return all_sent


async def secrets_of(person: Person) -> dict[str, str]:
    """Return what only one guest may ever see."""
    token = (await person.do("/api/me/tokens"))["token"]
    cookie = person.http.cookies["tirelire"]
    address = f"https://example.org/{digest(cookie)[:12]}"
    told = await person.do("/api/me/notices/webhook", {"url": address})
    return {
        "address for notices": address,
        "id of the address": told["addresses"][0]["id"],
        "guest": (await person.do("/api/me"))["guest"],
        "link": (await person.do("/api/me/link"))["code"],
        "cookie": cookie,
        "hash of the cookie": digest(cookie),
        "token": token,
        "hash of the token": digest(token),
    }


async def ask_everything(person: Person, path: str) -> None:
    """Ask for all there is at a table and elsewhere, and for much that there is not."""
    for where in (
        "",
        "/view",
        "/sheets",
        "/record",
        "/replay?seat=*",
        "/moments",
        "/packs",
        "/nowhere",
    ):
        await person.get(f"{path}{where}")
    await person.post(f"{path}/mutes", {"seat": "B"})
    await person.get(f"{path}/mutes")
    for where in ("/api/tables", "/api/me/tables", "/api/me/tokens", "/metrics", "/schema"):
        await person.get(where)
    await person.get(f"{path}/orders")
    for where in ("/api/me/notices", f"{path}/notices", "/notices/stop/x", "/notices/confirm/x"):
        await person.get(where)
    for where in ("/api/me/mutes", "/api/admin/tables", "/api/admin/guests", "/admin", "/privacy"):
        await person.get(where)
    table = path.rpartition("/")[2]
    for where in ("/", f"/t/{table}", f"/replay/{table}", "/new/money", "/texts/fr.json"):
        await person.get(where)
    for body in ({}, {"text": "hello"}, {"id": "12345678", "number": 0, "move": "x"}, {"deal": 1}):
        for what in (
            "talk",
            "moves",
            "check",
            "start",
            "ready",
            "leave",
            "return",
            "rematch",
            "remove",
        ):
            await person.post(f"{path}/{what}", body)


async def test_nobody_gets_words_before_all_are_revealed(tmp_path: Path, sent: Sent) -> None:
    """By no way: not even to their own player, and no secret with them."""
    async with open_house(tmp_path) as house:
        people = {name: house.person(user_agent=name) for name in ("A", "B", "C")}
        table = await people["A"].table("cash_oder_crash", 3, options=SHORT, listed=True)
        for name, person in people.items():
            await person.commit(table, name)
        path = f"/api/tables/{table}"
        words = {name: person.words[table, name].encode() for name, person in people.items()}
        everybody = [*people.values(), house.person(user_agent="stranger")]
        async with (
            following(everybody[-1], f"{path}/stream") as stream,
            following(people["B"], f"{path}/events") as events,
        ):
            await people["A"].start(table)
            for name in ("B", "C"):
                fine(await people[name].reveal(table, name))
                wrong = {"words": "0" * 32, "seat": name}
                refusal(await people[name].post(f"{path}/reveal", wrong), 422)
                for person in everybody:
                    for where in (
                        "",
                        "/view",
                        "/record",
                        "/replay?seat=*",
                        "/moments",
                        "/packs",
                        "/sheets",
                    ):
                        await person.get(f"{path}{where}")
                    for where in ("/api/tables", "/api/me/tables", "/metrics", f"/t/{table}", "/"):
                        await person.get(where)
                    for what in ("start", "join", "reveal", "moves", "check"):
                        await person.post(f"{path}/{what}", {"name": "X"})
            secret = house.session(table).row.secret.encode()
            told = b"".join(b"".join(messages) for messages in sent.values())
            assert all(said not in told for said in (*words.values(), secret))
            fine(await people["A"].reveal(table, "A"))
            for follower in (events, stream):
                assert secret not in await follower.piece(words["A"])


async def test_nobody_gets_the_secret_of_another_or_of_the_table(
    tmp_path: Path, sent: Sent
) -> None:
    async with open_house(tmp_path, **TELLING) as house:
        people = {name: house.person(user_agent=name) for name in ("A", "B", "C")}
        table = await people["A"].table("cash_oder_crash", 3, options=SHORT, listed=True)
        for name, person in people.items():
            await person.join(table, name)
        secrets = {name: await secrets_of(person) for name, person in people.items()}
        seats, path = dict(people), f"/api/tables/{table}"
        people["stranger"] = house.person(user_agent="stranger")
        async with (
            following(people["stranger"], f"{path}/stream") as stream,
            following(people["B"], f"{path}/events") as events,
        ):
            await people["A"].start(table)
            await house.settle()
            await house.play_to(table, seats, 12)
            for person in people.values():
                await ask_everything(person, path)
            await house.settle()
            secret = house.session(table).row.secret.encode()
            assert not any(secret in b"".join(messages) for messages in sent.values())
            await house.play_on(table, seats, lambda snapshot: snapshot.match.ended == "match")
            await events.piece(secret)
            await stream.piece(secret)
    for name, messages in sent.items():
        told = b"".join(messages)
        for owner, kept in secrets.items():
            for what, text in kept.items():
                if owner != name:
                    assert text.encode() not in told, f"{what} of {owner} was sent to {name}"
    assert all(secrets[name]["cookie"].encode() in b"".join(sent[name]) for name in secrets)


class Leaky:
    """A bot that raises all it knows."""

    name = "leaky"
    thinking = 0.01

    def choose(self, view: Any, *_more: Any) -> Any:
        raise ValueError(view.text)


async def test_logs_and_figures_have_no_secret_and_no_card(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.WARNING)  # what others log below that is written nowhere
    caplog.set_level(logging.DEBUG, "tirelire")
    async with open_house(tmp_path, **TELLING) as house:
        table, seats = await house.company("cash_oder_crash", 3)
        row = house.session(table).row
        starting = await seats["A"].table("cash_oder_crash", 3)
        await seats["A"].commit(starting)
        await seats["A"].start(starting)
        secrets = [x for person in seats.values() for x in (await secrets_of(person)).values()]
        secrets += [table, row.secret, *(seat.name for seat in row.seats)]
        secrets += [*seats["A"].words.values(), house.session(starting).row.secret]
        hands = [house.snapshot(table).match.item(f"hand {seat}") for seat in "ABC"]
        monkeypatch.setattr(bots, "find_bot", lambda spec: Leaky())
        await seats["A"].do(f"/api/tables/{table}/leave")
        await house.settle()
        for error in (
            OperationalError("INSERT …", {"text": hands, "guest": secrets}, Exception(hands)),
            RuntimeError(f"{hands} {secrets}"),
        ):
            for owner, what in (
                *((house.house.repository, x) for x in ("listed", "change_table", "add_talk")),
                (house.house.writer, "append"),
            ):
                monkeypatch.setattr(owner, what, failing_with(error))
            await seats["B"].get("/api/tables")
            await seats["B"].post(f"/api/tables/{table}/leave")
            await seats["B"].say(table, "hello")
            await seats["A"].reveal(starting, "A")
            for person in seats.values():
                now = await person.view(table)
                if now["asked"]:
                    await person.move(table, now["number"], now["legal"][0])
            house.house.due_queue.put(table, house.house.clock.now())
            await house.settle()
        figures = (await house.person("127.0.0.1").get("/metrics")).text
    ours = [record for record in caplog.records if record.name.startswith("tirelire")]
    assert [record for record in caplog.records if record not in ours] == []
    assert {record.levelname for record in ours} >= {"WARNING", "ERROR"}
    lines = [JsonLines().format(record) for record in ours]
    assert all(json.loads(line)["message"] for line in lines)
    for secret in (*hands, *secrets):
        assert secret not in "\n".join(lines)
    assert all(FIGURE.fullmatch(line) for line in figures.splitlines())


def failing_with(error: Exception) -> Any:
    async def fail(*_arguments: Any) -> None:
        raise error

    return fail

"""The draw: players commit to words, the start fixes them, and the deck depends on all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.common import (
    SHORT,
    Machine,
    Opened,
    Person,
    committed,
    fine,
    following,
    open_house,
    refusal,
    until,
)
from tirelire import Match, Record
from tirelire.match.fairness import commitment, deal_chance, fingerprint, new_words, promise
from tirelire.server.storage.rows import SHORTEST_REVEAL
from tirelire.server.tables.clock import GRACE

pytestmark = pytest.mark.anyio

GAME = "cash_oder_crash"
LONG_ENOUGH = SHORTEST_REVEAL + 1


async def starting(house: Opened, seats: str = "ABC", **more: Any) -> tuple[str, dict[str, Person]]:
    """Let people sit down with commitments, and start; return the table and its people."""
    people = house.people(len(seats))
    table = await people[0].table(GAME, len(seats), options=SHORT, **more)
    found = {await person.commit(table, f"P{i}"): person for i, person in enumerate(people)}
    begun = await people[0].start(table)
    assert begun["status"] == "starting"
    assert begun["fairness"]["awaited"] == list(seats)
    return table, found


async def described(person: Person, table: str) -> Any:
    return await person.read(f"/api/tables/{table}")


async def finish(house: Opened, table: str, people: dict[str, Person]) -> Record:
    """Play the match to its end; return its record."""
    await house.settle()
    await house.play_on(table, people, lambda snapshot: snapshot.match.ended == "match")
    return Record.parse((await people["A"].get(f"/api/tables/{table}/record")).text)


# --- the usual course ---------------------------------------------------------------------------


async def test_the_match_begins_when_the_last_words_are_revealed(url: str) -> None:
    async with open_house(Path(), db=url) as house:
        table, people = await starting(house)
        fixed = (await described(people["A"], table))["fairness"]
        for seat in "CA":
            now = fine(await people[seat].reveal(table, seat))
            assert (now["status"], now["fairness"]["words"]) == ("starting", {})
            refusal(await people[seat].get(f"/api/tables/{table}/view"), 409)
        begun = fine(await people["B"].reveal(table, "B"))
        assert begun["status"] == "running"
        words = {seat: person.words[table, seat] for seat, person in people.items()}
        assert begun["fairness"]["words"] == words
        assert begun["fairness"]["fingerprint"] == fixed["fingerprint"]
        record = await finish(house, table, people)
        fairness = record.verify(fixed["promise"], fixed["fingerprint"])
        assert fairness.are_words_committed
        assert fairness.words == tuple(words.values())
        made = [commitment(fixed["promise"], said) for said in words.values()]
        assert fixed["fingerprint"] == fingerprint(fixed["promise"], made)
        assert (await described(people["A"], table))["fairness"]["secret"] == fairness.secret


async def test_without_commitments_the_match_begins_at_once(house: Opened) -> None:
    host = house.person()
    table = await host.table(GAME, 3)
    await host.join(table)
    refusal(await host.post(f"/api/tables/{table}/reveal", {"words": new_words()}), 409)
    assert (await host.start(table))["status"] == "running"
    refusal(await host.post(f"/api/tables/{table}/reveal", {"words": new_words()}), 409)


async def test_a_player_who_commits_to_nothing_is_not_waited_for(house: Opened) -> None:
    host, other = house.people(2)
    table = await host.table(GAME, 3)
    await host.join(table)
    await other.commit(table)
    assert (await host.start(table))["fairness"]["awaited"] == ["B"]
    refusal(await host.post(f"/api/tables/{table}/reveal", {"words": new_words()}), 409)
    assert fine(await other.reveal(table, "B"))["status"] == "running"
    begun = await described(host, table)
    assert [seat["kind"] for seat in begun["seats"]] == ["person", "person", "bot"]


async def test_one_device_reveals_for_all_its_seats_and_again_changes_nothing(
    house: Opened,
) -> None:
    host = house.person()
    table = await host.table(GAME, 3)
    for seat in "ABC":
        await host.commit(table, f"P{seat}", seat)
    await host.start(table)
    for seat in "ABCABC":
        now = fine(await host.reveal(table, seat))
    assert now["status"] == "running"
    version = now["version"]
    assert fine(await host.reveal(table, "B"))["version"] == version
    other = {"words": new_words(), "seat": "B"}
    refusal(await host.post(f"/api/tables/{table}/reveal", other), 409)


async def test_a_starting_table_takes_nobody_in_and_shows_itself(house: Opened) -> None:
    table, people = await starting(house, listed=True)
    refusal(await house.person().post(f"/api/tables/{table}/join", {"name": "Eva"}), 409)
    refusal(await people["A"].post(f"/api/tables/{table}/start"), 409)
    refusal(await people["A"].post(f"/api/tables/{table}/pawn", {"pawn": "RED"}), 409)
    refusal(await people["A"].move(table, 0, "lay RED"), 409)
    listed = {row["id"]: row["status"] for row in await house.person().read("/api/tables")}
    assert listed[table] == "starting"
    figures = (await house.person("127.0.0.1").get("/metrics")).text
    assert 'tirelire_tables{status="starting"} ' in figures


# --- the attack ---------------------------------------------------------------------------------


async def test_an_owner_who_plays_cannot_choose_words_when_they_know_the_others(
    house: Opened,
) -> None:
    """Seat A knows the secret of the house. It reads the words of the others, and grinds its own.

    In a house without commitments it would get the best of many decks. Here it is refused
    everything but the words that it committed to before the others revealed theirs.
    """
    table, people = await starting(house)
    secret = house.session(table).row.secret  # what the owner finds in the database,
    assert not any(seat.words for seat in house.session(table).row.seats)  # and not yet this
    for seat in "BC":
        fine(await people[seat].reveal(table, seat))
    honest = [seat.words for seat in house.session(table).row.seats[1:]]
    assert honest == [people[seat].words[table, seat] for seat in "BC"]

    def hand(words: str) -> str:
        chance = deal_chance(secret, (words, *honest))
        return Match.begin(GAME, 3, SHORT, chance=chance).item("hand A")

    ground = {hand(words): words for words in (f"{i:032x}" for i in range(200))}
    assert len(ground) > 20  # so many hands to choose from
    best = ground[max(ground)]
    path = f"/api/tables/{table}"
    error = refusal(await people["A"].post(f"{path}/reveal", {"words": best}), 422)
    assert "committed to" in error["message"]
    made = committed(promise(secret), best)
    again = {"name": "P0", "seat": "A", "commitment": made}
    refusal(await people["A"].post(f"{path}/join", again), 409)
    assert (await described(people["A"], table))["status"] == "starting"
    fine(await people["A"].reveal(table, "A"))
    await house.settle()
    mine = people["A"].words[table, "A"]
    assert house.snapshot(table).match.item("hand A") == hand(mine)


async def test_no_answer_and_no_event_has_words_before_all_are_there(house: Opened) -> None:
    """So only the owner, who has committed too, could react to them."""
    table, people = await starting(house)
    path = f"/api/tables/{table}"
    words = people["B"].words[table, "B"].encode()
    secret = house.session(table).row.secret.encode()
    stranger = house.person()
    async with (
        following(people["C"], f"{path}/events") as events,
        following(stranger, f"{path}/stream") as lines,
    ):
        revealed = await people["B"].reveal(table, "B")
        assert words not in revealed.content
        for person in (*people.values(), stranger):
            for where in (path, "/api/tables", "/api/me/tables", f"/t/{table}", "/metrics"):
                assert words not in (await person.get(where)).content
        fine(await people["C"].reveal(table, "C"))
        for stream in (events, lines):
            heard = await stream.piece(b'"awaited":["A"]')
            assert words not in heard
        fine(await people["A"].reveal(table, "A"))
        for stream in (events, lines):
            heard = await stream.piece(words)
            assert secret not in heard


async def test_a_commitment_for_another_promise_is_refused(house: Opened) -> None:
    host = house.person()
    table = await host.table(GAME, 3)
    body = {"name": "Zoé", "commitment": committed("0" * 64, new_words())}
    assert (
        "new secret" in refusal(await host.post(f"/api/tables/{table}/join", body), 409)["message"]
    )


@pytest.mark.parametrize("words", ["", "piggy bank", "a" * 31, "A" * 32, "a" * 101, "é" * 32, 7])
async def test_words_that_could_be_guessed_are_not_revealed(house: Opened, words: Any) -> None:
    """Not even by the player who committed to them: their hash does not hide them."""
    host = house.person()
    table = await host.table(GAME, 3)
    promised = (await described(host, table))["fairness"]["promise"]
    await host.join(table, commitment=committed(promised, str(words)))
    await host.start(table)
    refusal(await host.post(f"/api/tables/{table}/reveal", {"words": words}), 400)
    await host.do(f"/api/tables/{table}/close")


async def test_only_the_player_reveals(house: Opened) -> None:
    table, people = await starting(house)
    body = {"words": people["B"].words[table, "B"], "seat": "B"}
    refusal(await people["A"].post(f"/api/tables/{table}/reveal", body), 403)
    refusal(await house.person().post(f"/api/tables/{table}/reveal", body), 401)
    assert house.session(table).row.seats[1].words == ""


# --- a missing reveal ---------------------------------------------------------------------------


async def test_a_player_who_does_not_reveal_loses_the_seat_and_the_draw_is_void(url: str) -> None:
    async with open_house(Path(), db=url) as house:
        table, people = await starting(house)
        old = house.session(table).row
        for seat in "AC":
            fine(await people[seat].reveal(table, seat))
        await house.pass_time(SHORTEST_REVEAL - 1)
        assert (await described(people["A"], table))["status"] == "starting"
        await house.pass_time(2)
        now = await described(people["A"], table)
        assert now["status"] == "open"
        assert [seat["kind"] for seat in now["seats"]] == ["person", "open", "person"]
        fairness = now["fairness"]
        assert (fairness["commitments"], fairness["words"]) == ({}, {})
        assert fairness["promise"] != promise(old.secret)
        (void,) = fairness["void_draws"]
        assert (void["secret"], void["missing"]) == (old.secret, {"B": "P1"})
        assert void["words"] == {seat: people[seat].words[table, seat] for seat in "AC"}
        body = {"name": "P1 again"}
        refused = refusal(await people["B"].post(f"/api/tables/{table}/join", body), 409)
        assert "another one" in refused["message"]
        refusal(await people["A"].reveal(table, "A"), 409)

        people["B"] = house.person()
        for seat, person in people.items():
            await person.commit(table, f"N{seat}", seat)
        await people["A"].start(table)
        for seat, person in people.items():
            fine(await person.reveal(table, seat))
        record = await finish(house, table, people)
        proven = record.verify(fairness["promise"])
        assert [draw.names for draw in proven.void_draws] == [["P1"]]
        assert proven.are_words_committed
        assert str(Record.parse(str(record))) == str(record)


async def test_a_player_who_gets_up_instead_of_revealing_gives_up_the_draw(house: Opened) -> None:
    table, people = await starting(house)
    fine(await people["C"].reveal(table, "C"))
    left = await people["B"].do(f"/api/tables/{table}/leave")
    assert left["status"] == "open"
    assert left["fairness"]["void_draws"][0]["missing"] == {"B": "P1"}
    assert [seat["kind"] for seat in left["seats"]] == ["person", "open", "person"]


async def test_a_player_who_has_revealed_may_get_up_and_their_words_count(house: Opened) -> None:
    table, people = await starting(house)
    fine(await people["B"].reveal(table, "B"))
    left = await people["B"].do(f"/api/tables/{table}/leave")
    assert (left["status"], left["seats"][1]["away"]) == ("starting", True)
    for seat in "AC":
        now = fine(await people[seat].reveal(table, seat))
    assert "B" in now["fairness"]["words"]


async def test_a_host_who_removes_a_player_whose_words_are_awaited_gives_up_the_draw(
    house: Opened,
) -> None:
    table, people = await starting(house)
    shown = await people["A"].do(f"/api/tables/{table}/remove", {"seat": "B"})
    assert shown["status"] == "open"
    assert [draw["missing"] for draw in shown["fairness"]["void_draws"]] == [{"B": "P1"}]
    refusal(await people["B"].post(f"/api/tables/{table}/join", {"name": "P1"}), 403)


async def test_the_words_of_a_player_who_is_removed_after_the_reveal_count(house: Opened) -> None:
    table, people = await starting(house)
    fine(await people["B"].reveal(table, "B"))
    shown = await people["A"].do(f"/api/tables/{table}/remove", {"seat": "B"})
    assert (shown["status"], shown["seats"][1]["kind"]) == ("starting", "bot")
    for seat in "AC":
        fine(await people[seat].reveal(table, seat))
    shown = await described(people["A"], table)
    assert shown["status"] == "running"
    assert shown["fairness"]["words"]["B"] == people["B"].words[table, "B"]
    record = await finish(house, table, {seat: people[seat] for seat in "AC"})
    assert record.fairness is not None
    assert record.fairness.words[1] == people["B"].words[table, "B"]


async def test_a_guest_who_is_forgotten_while_words_are_awaited_gives_up_the_draw(
    house: Opened,
) -> None:
    table, people = await starting(house)
    assert (await people["C"].http.delete("/api/me")).status_code == 204
    shown = await described(people["A"], table)
    assert (shown["status"], shown["seats"][2]["kind"]) == ("open", "open")
    assert len(shown["fairness"]["void_draws"]) == 1


async def test_slow_tables_wait_as_long_as_for_a_decision(house: Opened) -> None:
    table, people = await starting(house, pace={"decision": 3600, "bots": 0})
    await house.pass_time(3599)
    assert (await described(people["A"], table))["status"] == "starting"
    await house.pass_time(2)
    assert (await described(people["A"], table))["status"] == "open"


async def test_a_rematch_begins_without_commitments_and_void_draws(house: Opened) -> None:
    table, people = await starting(house)
    await people["B"].do(f"/api/tables/{table}/leave")
    await people["A"].do(f"/api/tables/{table}/close")
    again = (await people["A"].do(f"/api/tables/{table}/rematch"))["fairness"]
    assert (again["commitments"], again["words"], again["void_draws"]) == ({}, {}, [])


# --- a closed table -----------------------------------------------------------------------------


async def test_the_secret_of_a_closed_match_is_shown_and_its_record_verified(
    house: Opened,
) -> None:
    table, people = await starting(house)
    fixed = (await described(people["A"], table))["fairness"]
    for seat, person in people.items():
        fine(await person.reveal(table, seat))
    await house.settle()
    await house.play_to(table, people, 4)
    path = f"/api/tables/{table}"
    assert "secret" not in (await described(people["B"], table))["fairness"]
    refusal(await people["A"].get(f"{path}/record"), 409)
    closed = await people["A"].do(f"{path}/close")
    assert promise(closed["fairness"]["secret"]) == fixed["promise"]
    record = Record.parse((await people["B"].get(f"{path}/record")).text)
    record.replay()
    assert record.winners == ""
    assert record.verify(fixed["promise"], fixed["fingerprint"]).are_words_committed
    assert len((await people["B"].read(f"{path}/replay?seat=*"))["frames"]) == len(record.events)
    assert len((await people["B"].read(f"{path}/packs"))["deals"]) == 1
    assert (await people["B"].get(f"/replay/{table}")).status_code == 200


async def test_the_secret_of_a_table_that_was_closed_before_its_match_is_shown(
    house: Opened,
) -> None:
    table, people = await starting(house)
    promised = (await described(people["A"], table))["fairness"]["promise"]
    closed = await people["A"].do(f"/api/tables/{table}/close")
    assert promise(closed["fairness"]["secret"]) == promised
    refusal(await people["A"].get(f"/api/tables/{table}/record"), 409)
    await house.pass_time(LONG_ENOUGH)
    assert (await described(people["A"], table))["status"] == "closed"


# --- restarts and other processes ---------------------------------------------------------------


async def test_nothing_is_lost_when_the_house_restarts_while_words_are_revealed(url: str) -> None:
    machine = Machine()
    async with open_house(Path(), machine, db=url) as house:
        table, people = await starting(house)
        fixed = (await described(people["A"], table))["fairness"]["fingerprint"]
        fine(await people["B"].reveal(table, "B"))
        await house.forget(table)
        assert (await described(people["A"], table))["fairness"]["awaited"] == ["A", "C"]
        known = {seat: (person.http.cookies, person.words) for seat, person in people.items()}
    machine.pass_time(3_600_000)  # the house was away for long: that does not count
    async with open_house(Path(), machine, db=url) as house:
        people = {seat: house.person() for seat in known}
        for seat, person in people.items():
            person.http.cookies, person.words = known[seat]
        await house.pass_time(GRACE / 1000 - 1)
        assert (await described(people["A"], table))["status"] == "starting"
        for seat in "AC":
            fine(await people[seat].reveal(table, seat))
        record = await finish(house, table, people)
        assert record.verify(fingerprint=fixed).are_words_committed


async def test_a_reveal_that_is_missing_after_a_restart_voids_the_draw(url: str) -> None:
    machine = Machine()
    async with open_house(Path(), machine, db=url) as house:
        table, _ = await starting(house)
    async with open_house(Path(), machine, db=url) as house:
        await house.pass_time(LONG_ENOUGH)
        sessions = house.house.sessions.by_id
        await until(lambda: table in sessions and sessions[table].status == "open")
        now = await described(house.person(), table)
        assert (now["status"], len(now["fairness"]["void_draws"])) == ("open", 1)


async def test_words_are_revealed_to_different_processes(url: str) -> None:
    machine = Machine()
    async with (
        open_house(Path(), machine, db=url, shared=True) as one,
        open_house(Path(), machine, db=url, shared=True) as other,
    ):
        table, people = await starting(one)
        fine(await people["A"].reveal(table, "A"))
        for seat in "BC":
            person = other.person()
            person.http.cookies = people[seat].http.cookies
            person.words = people[seat].words
            now = fine(await person.reveal(table, seat))
        assert now["status"] == "running"
        here = await described(people["A"], table)
        assert here["fairness"]["words"] == now["fairness"]["words"]

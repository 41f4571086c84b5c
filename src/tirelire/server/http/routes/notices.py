"""Routes of notices: where a guest is told that it is their turn, for which tables, and when."""

from __future__ import annotations

from tirelire.server.errors import Forbidden
from tirelire.server.http.request import Request
from tirelire.server.http.routing import Routes
from tirelire.server.schemas import requests
from tirelire.server.schemas.responses import NoticeAddress, Notices, QuietTime, TableNotices
from tirelire.server.storage.notices import EMAIL, WEBHOOK, AddressRow, QuietHours

NOTICES = Routes("/api", documented=True)


@NOTICES.get("/me/notices", summary="List where the caller is told of their turns")
async def list_notices(request: Request) -> Notices:
    """List the addresses of the caller, their quiet hours, and what this house offers.

    Only the guest's own cookie may: 403 for a token.
    """
    return await _notices(request, request.caller.in_person())


@NOTICES.post("/me/notices/push", summary="Be told by this browser")
async def add_push(request: Request, body: requests.PushAddress) -> Notices:
    """Add a browser, by what its `PushManager` says; in the language of the request.

    409 if the house has no key. Only the guest's own cookie may: 403 for a token.
    """
    request.caller.check_not_banned()
    guest = request.caller.in_person()
    keys = {"p256dh": body.p256dh, "auth": body.auth}
    await request.services.notices.add_push(guest, body.endpoint, keys, request.lang)
    return await _notices(request, guest)


@NOTICES.post("/me/notices/email", summary="Be told by e-mail")
async def add_email(request: Request, body: requests.MailAddress) -> Notices:
    """Add an e-mail address; nothing but a question is sent to it until its link is opened.

    409 if the house sends none, 429 if too many were asked for. Only the guest's own cookie may:
    403 for a token.
    """
    request.caller.check_not_banned()
    guest = request.caller.in_person()
    network = await request.services.networks.hashed(request.address)
    await request.services.notices.add_mail(guest, body.address, network, request.lang)
    return await _notices(request, guest)


@NOTICES.post("/me/notices/webhook", summary="Be told by a request to a URL")
async def add_webhook(request: Request, body: requests.WebhookAddress) -> Notices:
    """Add a URL of a public host, by HTTPS; a small JSON document is posted to it.

    It has `game`, `text`, `table` (the link), `stop` (a link that ends this) and `id`, which is the
    same if it is sent again. 409 if the house offers none. Only the guest's own cookie may: 403 for
    a token.
    """
    request.caller.check_not_banned()
    guest = request.caller.in_person()
    await request.services.notices.add_webhook(guest, body.url, request.lang)
    return await _notices(request, guest)


@NOTICES.post("/me/notices/quiet", summary="Set quiet hours")
async def set_quiet(request: Request, body: requests.QuietMessage) -> Notices:
    """Set when nothing is sent; what is to be told then is told at their end, if it still holds.

    The same minute for both ends them. Only the guest's own cookie may: 403 for a token.
    """
    guest = request.caller.in_person()
    hours = QuietHours(body.starts, body.ends, body.zone)
    await request.services.notices.set_quiet_hours(guest, hours)
    return await _notices(request, guest)


@NOTICES.delete("/me/notices/{address}", summary="Remove an address", status=204)
async def drop_address(request: Request, address: str) -> None:
    """Delete an address, by the id under which it is listed.

    Only the guest's own cookie may: 403 for a token.
    """
    await request.services.notices.drop(request.caller.in_person(), address)


@NOTICES.get("/tables/{table}/notices", summary="List where the caller is told of this table")
async def list_at_table(request: Request, table: str) -> TableNotices:
    """List the addresses of the caller that are told of this table."""
    guest = request.caller.known()
    await request.table_session(table)
    return TableNotices(await request.services.notices.repository.at_table(table, guest))


@NOTICES.post("/tables/{table}/notices", summary="Choose where to be told of this table")
async def set_at_table(request: Request, table: str, body: requests.NoticesHere) -> TableNotices:
    """Choose the addresses that are told when it is the caller's turn here; usually none is.

    403 for those who do not sit here.
    """
    guest = request.caller.may_play()
    session = await request.table_session(table)
    if not session.row.seats_of(guest):
        raise Forbidden("not_seated")
    repository = request.services.notices.repository
    return TableNotices(await repository.set_at_table(table, guest, body.addresses))


async def _notices(request: Request, guest: str) -> Notices:
    notices = request.services.notices
    hours = await notices.repository.quiet_hours(guest)
    return Notices(
        push_key=notices.push_key,
        email=EMAIL in notices.channels,
        webhook=WEBHOOK in notices.channels,
        addresses=[_address(row) for row in await notices.repository.addresses_of(guest)],
        quiet=None if hours is None else QuietTime(hours.starts, hours.ends, hours.zone),
    )


def _address(row: AddressRow) -> NoticeAddress:
    return NoticeAddress(row.id, row.kind, row.address, row.is_confirmed, row.failures > 0)

"""The channels that this house offers for notices, and the addresses of its guests."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

from tirelire.server.errors import Conflict, NotFound, TooManyRequests, Unprocessable
from tirelire.server.notices.channels import Channel, Mail, MailServer, Outcome, Webhook, WebPush
from tirelire.server.notices.channels import encrypt as encrypt_for
from tirelire.server.notices.links import CONFIRM, STOP, LinkSigner, Purpose
from tirelire.server.notices.outbound import ForbiddenTarget, read_target
from tirelire.server.settings import Settings
from tirelire.server.storage.notices import (
    EMAIL,
    PUSH,
    WEBHOOK,
    AddressRow,
    Kind,
    MailLimits,
    NoticeRepository,
    QuietHours,
)
from tirelire.server.storage.repository import QuotaExceeded

MOST_ADDRESSES = 10
"""Addresses of one guest."""
MAIL_LIMITS = MailLimits(recipient=3, network=20)
_MAIL = re.compile(r"[!#-'*+/-9=?A-Z^-~.-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?")
_ID = re.compile("[A-Za-z0-9_-]{1,24}")


class NoticeService:
    """Adds, confirms and drops addresses of guests."""

    def __init__(
        self,
        repository: NoticeRepository,
        settings: Settings,
        house_key: Callable[[], Awaitable[bytes]],
        now: Callable[[], int],
    ) -> None:
        self.repository = repository
        self._house_key = house_key
        self._now = now
        self._private = settings.private_notices
        self._public_url = settings.public_url.rstrip("/")
        self._signer: LinkSigner | None = None
        self.channels: dict[Kind, Channel] = {}
        """The ways that the settings of this house offer."""
        self.push_key = ""
        """The public key of the house, for browsers; empty: no Web Push."""
        self._mail: Mail | None = None
        if self._public_url:
            self._open_channels(settings)

    def _open_channels(self, settings: Settings) -> None:
        if settings.push_key:
            is_secure = settings.public_url.startswith("https:")
            contact = settings.public_url if is_secure else "mailto:house@localhost.localdomain"
            push = WebPush(settings.push_key, contact, private=self._private)
            self.channels[PUSH], self.push_key = push, push.public_key
        if settings.smtp:
            self._mail = Mail(MailServer.read(settings.smtp, settings.mail_from))
            self.channels[EMAIL] = self._mail
        if settings.webhooks:
            self.channels[WEBHOOK] = Webhook(private=self._private)

    async def links(self) -> LinkSigner:
        """Return what signs the links of this house."""
        if self._signer is None:
            self._signer = LinkSigner(await self._house_key(), self._public_url)
        return self._signer

    # --- adding ---------------------------------------------------------------------------------

    async def add_push(self, guest: str, endpoint: str, keys: dict[str, str], lang: str) -> None:
        """Add a browser."""
        self._check_target(PUSH, endpoint)
        try:
            encrypt_for(keys, b"{}")
        except ValueError:
            raise Unprocessable("push_keys") from None
        await self._add(self._new(guest, PUSH, endpoint, lang, keys))

    async def add_webhook(self, guest: str, url: str, lang: str) -> None:
        """Add a URL."""
        self._check_target(WEBHOOK, url)
        await self._add(self._new(guest, WEBHOOK, url, lang))

    async def add_mail(self, guest: str, address: str, network: str, lang: str) -> None:
        """Add an e-mail address, and ask there whether its reader wants that."""
        self._check_offered(EMAIL)
        assert self._mail is not None
        if not _MAIL.fullmatch(address) or ".." in address:
            raise Unprocessable("mail_address")
        row = self._new(guest, EMAIL, address, lang)
        known = await self.repository.addresses_of(guest)
        if any(old.is_confirmed and old.address == address for old in known):
            return
        recipient = hmac.digest(await self._house_key(), address.lower().encode(), "sha256").hex()
        try:
            await self.repository.note_mail(recipient, network, self._now(), MAIL_LIMITS)
        except QuotaExceeded:
            raise TooManyRequests("mails") from None
        added = await self._add(row)
        link = (await self.links()).link(CONFIRM, added.id)
        if await self._mail.ask(added, link) is not Outcome.DELIVERED:
            await self.repository.drop(added.id)
            raise Conflict("mail_failed")

    def _new(
        self, guest: str, kind: Kind, address: str, lang: str, keys: dict[str, str] | None = None
    ) -> AddressRow:
        made, is_confirmed = secrets.token_urlsafe(12), kind != EMAIL
        return AddressRow(made, guest, kind, address, keys or {}, lang, is_confirmed, self._now())

    def _check_offered(self, kind: Kind) -> None:
        if kind not in self.channels:
            raise Conflict("no_channel")

    def _check_target(self, kind: Kind, url: str) -> None:
        self._check_offered(kind)
        try:
            read_target(url, private=self._private)
        except ForbiddenTarget:
            raise Unprocessable("target") from None

    async def _add(self, row: AddressRow) -> AddressRow:
        try:
            return await self.repository.add(row, MOST_ADDRESSES)
        except QuotaExceeded:
            raise Conflict("most_addresses", most=MOST_ADDRESSES) from None

    async def drop(self, guest: str, address: str) -> None:
        """Drop an address of a guest."""
        if not _ID.fullmatch(address) or not await self.repository.drop(address, guest):
            raise NotFound("no_address")

    async def set_quiet_hours(self, guest: str, hours: QuietHours | None) -> None:
        """Set when a guest is not told of anything."""
        if hours is not None and hours.zone not in available_timezones():
            raise Unprocessable("zone")
        if hours is not None and hours.starts == hours.ends:
            hours = None
        await self.repository.set_quiet_hours(guest, hours)

    # --- links in messages ----------------------------------------------------------------------

    async def follow(self, purpose: Purpose, token: str) -> bool:
        """Do what a signed link says; False if the house did not make it, or it has expired."""
        address = await self.check(purpose, token)
        if address is None:
            return False
        if purpose == STOP:
            await self.repository.drop(address)
            return True
        return await self.repository.change(address, is_confirmed=True)

    async def check(self, purpose: Purpose, token: str) -> str | None:
        """Return the address of a signed link; None if the house did not make it."""
        return (await self.links()).read(purpose, token)


def quiet_until(hours: QuietHours | None, wall: int) -> int | None:
    """Return when the quiet hours end that hold now, by the wall clock; None if none do.

    >>> night = QuietHours(22 * 60, 7 * 60, "UTC")
    >>> quiet_until(night, 23 * 3_600_000) == 31 * 3_600_000, quiet_until(night, 12 * 3_600_000)
    (True, None)
    """
    if hours is None:
        return None
    try:
        zone = ZoneInfo(hours.zone)
    except (OSError, ValueError):  # a machine without this time zone
        zone = ZoneInfo("UTC")
    now = datetime.fromtimestamp(wall / 1000, UTC).astimezone(zone)
    minute = now.hour * 60 + now.minute
    is_quiet = (
        hours.starts <= minute < hours.ends
        if hours.starts < hours.ends
        else minute >= hours.starts or minute < hours.ends
    )
    if not is_quiet:
        return None
    end = now.replace(hour=hours.ends // 60, minute=hours.ends % 60, second=0, microsecond=0)
    if minute >= hours.ends:
        end += timedelta(days=1)
    return max(wall + 1000, round(end.timestamp() * 1000))

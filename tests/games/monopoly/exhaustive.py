"""The best legal score of a hand by plain exhaustive search, straight from P15 to P29.

Written for clarity and not for speed, and without the package: the tests compare the two.

Every Chance card takes every role in turn; every colour group takes every height (0 to 4 houses,
5 is four houses and the hotel); a layout is legal when the real cards fill exactly the places
that no Chance card fills. The 1,000 for Mr. Monopoly is not counted here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

COLOURS: dict[str, tuple[int, int]] = {  # deeds of the group, base value (P1)
    "BRN": (2, 50),
    "LBL": (3, 100),
    "PNK": (3, 150),
    "ORG": (3, 200),
    "RED": (3, 250),
    "YEL": (3, 300),
    "GRN": (3, 350),
    "DBL": (2, 400),
}
SIZE = {group: size for group, (size, _) in COLOURS.items()} | {"STA": 4, "UTI": 2}
STATIONS = {2: 250, 3: 500, 4: 1000}
UTILITIES = 500
HOTEL_BONUS = 500
GO_BONUS = 200
STOREYS = ("H1", "H2", "H3", "H4", "HOTEL")  # in the order in which they are built
BONUS = ("TOKEN", "CHANCE", "GO", "MR")


def is_deed(card: str) -> bool:
    """Tell whether the card (or the role) is a deed."""
    return card[:3] in SIZE


def legal_deeds(real: list[str], roles: list[str]) -> bool:
    """P15, P16, P18: the deeds make up one or more whole monopolies, each with a real deed."""
    deeds = real + roles
    if not deeds or len(set(deeds)) < len(deeds):  # a Chance stands for a missing deed
        return False
    held = Counter(deed[:3] for deed in deeds)
    rooted = {deed[:3] for deed in real}
    return all(
        group in rooted and (count >= 2 if group == "STA" else count == SIZE[group])
        for group, count in held.items()
    )


def heights(
    groups: Sequence[str], real: Counter[str], roles: Counter[str]
) -> Iterator[tuple[int, ...]]:
    """P17: yield every way to build the real houses and hotels, and all of them, on the groups.

    `roles` counts the places that Chance cards take, such as `H2@YEL`: each is the place of one
    storey, which then needs no real card. The first group is built up storey by storey while
    there are cards, and the other groups with what is left.
    """
    if not groups:
        if not real.total() and not roles.total():
            yield ()
        return
    real, roles = real.copy(), roles.copy()
    for top in range(len(STOREYS) + 1):
        if top:
            storey = STOREYS[top - 1]
            place = f"{storey}@{groups[0]}"
            source, card = (roles, place) if roles[place] else (real, storey)
            if not source[card]:
                return
            source[card] -= 1
        for rest in heights(groups[1:], real, roles):
            yield (top, *rest)


def colour_value(group: str, top: int) -> int:
    """P24: the base once for the bare group and once for each house, 500 for the hotel."""
    base = COLOURS[group][1]
    return base * (1 + min(top, 4)) + (HOTEL_BONUS if top == 5 else 0)


def carries_tokens(group: str, tokens_on: str) -> bool:
    """P25: tell whether a token may stand on a monopoly."""
    return tokens_on != "colour_groups" or group in COLOURS


def with_tokens(values: dict[str, int], tokens: int, named: Sequence[str], tokens_on: str) -> int:
    """P18, P25: every real token on the dearest monopoly, a Chance on the one that it names."""
    allowed = [v for group, v in values.items() if carries_tokens(group, tokens_on)]
    pinned = sum(values[group] for group in named)
    return sum(values.values()) + tokens * max(allowed, default=0) + pinned


def laid_value(
    cards: Sequence[str], roles: Sequence[str], tokens_on: str, fixed: Sequence[str] = ()
) -> int | None:
    """Return the best value of the cards with these roles for the Chance cards, all of them used.

    None where that cannot be laid down. `fixed` are those of the roles that were said before.
    """
    if len(roles) != list(cards).count("CHANCE"):
        return None
    real_deeds = [card for card in cards if is_deed(card)]
    role_deeds = [role for role in roles if is_deed(role)]
    if not legal_deeds(real_deeds, role_deeds):
        return None
    held = Counter(deed[:3] for deed in real_deeds + role_deeds)
    groups = [group for group in COLOURS if group in held]
    others: dict[str, int] = {}
    if "STA" in held:
        others["STA"] = STATIONS[held["STA"]]
    if "UTI" in held:
        others["UTI"] = UTILITIES
    named = [role.removeprefix("TOKEN@") for role in roles if role.startswith("TOKEN@")]
    monopolies = {*groups, *others}
    if not all(group in monopolies and carries_tokens(group, tokens_on) for group in named):
        return None
    # A Chance is a token without a place only where no monopoly can carry one.
    idle = list(roles).count("TOKEN") - list(fixed).count("TOKEN")
    if idle and any(carries_tokens(group, tokens_on) for group in monopolies):
        return None
    houses = Counter(card for card in cards if card in STOREYS)
    places = Counter(role for role in roles if role.split("@")[0] in STOREYS)
    values = [
        with_tokens(
            others | {g: colour_value(g, top) for g, top in zip(groups, tops, strict=True)},
            list(cards).count("TOKEN"),
            named,
            tokens_on,
        )
        for tops in heights(groups, houses, places)
    ]
    if not values:
        return None
    return max(values) + GO_BONUS * list(cards).count("GO")


def possible_roles(cards: Sequence[str]) -> list[str]:
    """Return the roles that a Chance can have beside these cards (P18), legal or not in the end.

    Only groups with a real deed are tried: no other can become a monopoly.
    """
    rooted = {card[:3] for card in cards if is_deed(card)}
    deeds = [f"{g}{n}" for g in SIZE if g in rooted for n in range(1, SIZE[g] + 1)]
    missing = [deed for deed in deeds if deed not in cards]
    return [
        *missing,
        *(f"{s}@{group}" for group in COLOURS if group in rooted for s in STOREYS),
        *(f"TOKEN@{group}" for group in SIZE if group in rooted),
        "TOKEN",
    ]


def arrangements(
    cards: Sequence[str], fixed: Sequence[str] = (), tokens_on: str = "any_monopoly"
) -> dict[tuple[str, ...], int]:
    """Return the value of every legal choice of roles, the fixed roles included in all of them."""
    free = list(cards).count("CHANCE") - len(fixed)
    found: dict[tuple[str, ...], int] = {}
    for chosen in combinations_with_replacement(possible_roles(cards), free):
        roles = tuple(sorted((*fixed, *chosen)))
        value = laid_value(cards, roles, tokens_on, fixed)
        if value is not None:
            found[roles] = value
    return found


def best(cards: list[str], out: bool, tokens_on: str = "any_monopoly") -> int | None:
    """Return the highest legal score of a hand; None: it cannot go out.

    Going out, every deed, house and hotel is used and every Chance has a role. Otherwise a Chance
    makes the hand worth nothing (P28) and what does not fit is left aside.
    """
    if out:
        return max(arrangements(cards, tokens_on=tokens_on).values(), default=None)
    if "CHANCE" in cards:
        return 0
    held = Counter(card[:3] for card in cards if is_deed(card))
    whole = {g for g, n in held.items() if n == SIZE[g] or (g == "STA" and n >= 2)}
    if not whole:
        return GO_BONUS * cards.count("GO")
    kept = [card for card in cards if card in BONUS or card[:3] in whole]
    houses = [card for card in cards if card in STOREYS]
    values = (laid_value([*kept, *some], (), tokens_on) for some in subsets(houses))
    return max(value for value in values if value is not None)


def subsets(cards: Sequence[str]) -> set[tuple[str, ...]]:
    """Return every choice of some of the cards, equal copies not told apart."""
    ordered = sorted(cards)
    return {some for n in range(len(ordered) + 1) for some in combinations(ordered, n)}


def best_after_reward(
    cards: list[str],
    roles: list[str],
    reward: list[str],
    limit: int | None,
    tokens_on: str = "any_monopoly",
) -> int:
    """Return the best score of the player who went out with these roles, with his reward.

    Some of the reward is added (P19, P21: up to `limit` cards in all); some of the Chance cards
    laid down are free because the very card that they stood for was added (P20), one card for
    each; all free Chance cards take any role, and the whole must be a legal layout again.
    """
    values: list[int] = []
    for added in subsets(reward):
        hand = [*cards, *added]
        if limit is not None and len(hand) > limit and added:
            continue
        for freed in subsets(roles):
            stood_for = Counter(role.split("@")[0] for role in freed)
            if stood_for <= Counter(added):
                stay = list((Counter(roles) - Counter(freed)).elements())
                values += arrangements(hand, stay, tokens_on).values()
    return max(values)

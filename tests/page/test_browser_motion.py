"""How cards travel: the page stands still and answers, and hidden cards do not fly over it."""

from __future__ import annotations

from tests.page.conftest import Welcome
from tests.page.players import Player

SPY = """
window.travels = [];
const begin = Document.prototype.startViewTransition;
Document.prototype.startViewTransition = function (change) {
  const one = begin.call(this, change);
  one.ready.then(() => {
    const root = document.documentElement;
    const parts = document.getAnimations().map(({ effect }) => effect?.pseudoElement ?? '');
    const names = [...document.querySelectorAll('.card')]
      .map((card) => card.style.viewTransitionName).filter((name) => name.startsWith('card-'));
    window.travels.push({
      page: getComputedStyle(root).viewTransitionName,
      fades: parts.filter((part) => part.includes('(root)')),
      old: names.map((name) => getComputedStyle(root, `::view-transition-old(${name})`).display),
    });
  }, () => {});
  return one;
};
"""
NAMES = """async () => {
  const { travel } = await import('/static/js/travel.js');
  const place = document.createElement('div');
  const card = (code, x, y, where) => {
    const one = document.createElement('span');
    one.className = 'card';
    Object.assign(one.dataset, { code, travel: code });
    Object.assign(one.style, { position: 'absolute', left: `${x}px`, top: `${y}px`,
      width: '60px', height: '90px' });
    where.append(one);
    return one;
  };
  const scrolls = document.createElement('div');
  Object.assign(place.style, { position: 'fixed', inset: '0', zIndex: 9 });
  Object.assign(scrolls.style, { position: 'absolute', left: '300px', top: '100px',
    width: '200px', height: '100px', overflow: 'auto' });
  const codes = { buried: card('BURIED', 100, 100, place), fanned: card('FANNED', 80, 100, place) };
  codes.top = card('TOP', 100, 100, place);
  place.append(scrolls);
  Object.assign(codes, { inside: card('INSIDE', 0, 5, scrolls),
    cut: card('CUT', 70, 50, scrolls), outside: card('OUTSIDE', 0, 300, scrolls) });
  document.body.append(place);
  const names = () => Object.fromEntries(Object.entries(codes).map(([name, one]) =>
    [name, one.style.viewTransitionName || 'none']));
  const drawn = travel(() => {
    for (const moves of [codes.top, codes.inside]) moves.style.translate = '60px';
    codes.fanned.style.translate = '9px'; // pushed about by its neighbours
  }, true, { items: { here: 'BURIED FANNED TOP INSIDE CUT OUTSIDE' } });
  const before = names();
  await drawn;
  return [before, names()];
}"""
UNDER_WAY = """async () => {
  const { travel } = await import('/static/js/travel.js');
  const place = document.createElement('div');
  Object.assign(place.style, { position: 'fixed', inset: '0', zIndex: 9 });
  place.innerHTML = '<span class="card" data-code="X" data-travel="X"></span><button id="press">';
  const [card, button] = place.children;
  Object.assign(card.style, { position: 'absolute', width: '60px', height: '90px' });
  Object.assign(button.style, { position: 'absolute', left: '300px', top: '300px' });
  document.body.append(place);
  await travel(() => { card.style.left = '200px'; }, true, { items: { here: 'X' } });
  const travels = () => document.getAnimations()
    .some(({ effect }) => effect?.pseudoElement?.includes('(card-x)'));
  while (!travels()) await new Promise(requestAnimationFrame);
  const { x, y } = button.getBoundingClientRect();
  return [document.elementFromPoint(x + 9, y + 9)?.id, travels()];
}"""


def test_only_the_cards_move(welcome: Welcome) -> None:
    guest = welcome("fr")
    guest.context.add_init_script(SPY)
    page = guest.open(f"/t/{guest.begin('money', 2)}")
    player = Player(page, haste=1.0)
    player.play(lambda seen: page.evaluate("window.travels.length") > 3)
    guest.excuse(player.late)
    for travel in page.evaluate("window.travels"):
        assert travel["page"] == "none"
        assert travel["fades"] == []
        assert set(travel["old"]) <= {"none"}
    assert any(travel["old"] for travel in page.evaluate("window.travels"))


def test_a_press_is_heard_while_a_card_travels(welcome: Welcome) -> None:
    page = welcome("fr").open("/learn/money#core-1")
    page.locator("#hand label").first.wait_for()
    assert page.evaluate(UNDER_WAY) == ["press", True]


def test_a_card_that_is_covered_cut_off_or_in_its_place_does_not_travel(welcome: Welcome) -> None:
    page = welcome("fr").open("/learn/money#core-1")
    page.locator("#hand label").first.wait_for()
    before, after = page.evaluate(NAMES)
    assert before == {
        "buried": "none",
        "fanned": "card-fanned",
        "top": "card-top",
        "inside": "card-inside",
        "cut": "none",
        "outside": "none",
    }
    assert after == {**before, "fanned": "none"}

"""How cards travel: the page around them stands still, and hidden cards do not fly over it."""

from __future__ import annotations

from tests.page.conftest import Welcome
from tests.page.players import Player

SPY = """
window.travels = [];
const begin = Document.prototype.startViewTransition;
Document.prototype.startViewTransition = function (change) {
  const one = begin.call(this, change);
  one.ready.then(() => {
    const style = (part) =>
      getComputedStyle(document.documentElement, `::view-transition-${part}(root)`);
    window.travels.push([style('old').display, style('new').animationName, style('new').opacity]);
  }, () => {});
  return one;
};
"""
NAMES = """async () => {
  const { travel } = await import('/static/js/draw.js');
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
    [name, one.style.viewTransitionName]));
  const drawn = travel(() => {}, true, { here: 'BURIED FANNED TOP INSIDE CUT OUTSIDE' });
  const before = names();
  await drawn;
  return [before, names()];
}"""


def test_only_the_cards_move(welcome: Welcome) -> None:
    guest = welcome("fr")
    guest.context.add_init_script(SPY)
    page = guest.open(f"/t/{guest.begin('money', 2)}")
    player = Player(page, haste=1.0)
    player.play(lambda seen: page.evaluate("window.travels.length") > 3)
    guest.excuse(player.late)
    travels = {tuple(one) for one in page.evaluate("window.travels")}
    assert travels == {("none", "none", "1")}


def test_a_card_that_is_covered_or_cut_off_does_not_travel(welcome: Welcome) -> None:
    page = welcome("fr").open("/learn/money")
    page.locator("#hand label").first.wait_for()
    for names in page.evaluate(NAMES):
        assert names == {
            "buried": "none",
            "fanned": "card-FANNED",
            "top": "card-TOP",
            "inside": "card-INSIDE",
            "cut": "none",
            "outside": "none",
        }

// The least card game with hidden hands: each player in turn plays their first card, for ever.
const { PlayerView } = require('boardgame.io/core');

const CARDS = 52;

/** Deal all cards anew. */
function deal({ ctx, random }) {
  const deck = random.Shuffle([...Array(CARDS).keys()]);
  const players = {};
  const size = Math.floor(CARDS / ctx.numPlayers);
  for (let seat = 0; seat < ctx.numPlayers; seat += 1) {
    players[seat] = deck.slice(seat * size, (seat + 1) * size);
  }
  return { players, pile: [] };
}

function play({ G, ctx, random, playerID }, card) {
  const hand = G.players[playerID];
  G.pile.push(...hand.splice(card, 1));
  if (Object.values(G.players).every((cards) => cards.length === 0)) {
    Object.assign(G, deal({ ctx, random }));
  }
}

exports.LeastGame = {
  name: 'least',
  setup: deal,
  playerView: PlayerView.STRIP_SECRETS,
  moves: { play: { move: play, client: false } },
  turn: { minMoves: 1, maxMoves: 1 },
};

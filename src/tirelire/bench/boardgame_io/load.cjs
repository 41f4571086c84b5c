// Players who move as soon as they are asked; prints the moves a second that all players saw.
// node load.cjs PORT TABLES SEATS SECONDS
const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const { LeastGame } = require('./game.cjs');

const [port, tables, seats, seconds] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;
const steps = new Array(tables).fill(0);

/** Join a match by its name: the server makes it. */
function open(table) {
  const matchID = `table-${table}`;
  for (let seat = 0; seat < seats; seat += 1) {
    const playerID = String(seat);
    const multiplayer = SocketIO({ server });
    const client = Client({
      game: LeastGame, numPlayers: seats, multiplayer, matchID, playerID, debug: false,
    });
    let answered = -1;
    client.subscribe((state) => {
      if (!state) return;
      steps[table] = Math.max(steps[table], state._stateID);
      if (state.ctx.currentPlayer !== playerID || state._stateID <= answered) return;
      answered = state._stateID;
      client.moves.play(0);
    });
    client.start();
  }
}

const total = () => steps.reduce((sum, step) => sum + step, 0);
const wait = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

async function main() {
  for (let table = 0; table < tables; table += 1) open(table);
  await wait(2000);
  const [before, began] = [total(), performance.now()];
  await wait(1000 * seconds);
  const moves = total() - before;
  console.log(JSON.stringify({ moves_per_second: moves / ((performance.now() - began) / 1000) }));
  process.exit(0);
}

main();

// A server of boardgame.io that keeps its matches in memory, as it does by itself.
// node server.cjs PORT
const { Server } = require('boardgame.io/server');
const { LeastGame } = require('./game.cjs');

console.info = () => {};
const server = Server({ games: [LeastGame], origins: ['*'] });
server.run(Number(process.argv[2]), () => console.log('open'));

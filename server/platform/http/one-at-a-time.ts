import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onePerTurn } from './one-per-turn.ts';

/** Requests of one connection that wait for the answers before theirs. No browser sends even one ahead. */
const MAX_PIPELINED = 64;

type Start = () => void;

/**
 * Hands the requests of one connection to the server one after another, as their answers leave (R74): a pipeline of dear requests
 * costs no more at a time than one of them. What was sent ahead on all connections starts one per turn of the event loop, so that
 * whoever has just connected is answered in between. A connection that sends too many ahead is cut.
 */
export function oneAtATime(server: Server): void {
  const handlers = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  const waiting = new WeakMap<Socket, Start[]>();
  const startLater = onePerTurn();
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const start: Start = () => {
      response.once('close', () => startNext(socket));
      for (const handle of handlers) handle(request, response);
    };
    const behind = waiting.get(socket);
    if (behind === undefined) {
      waiting.set(socket, []);
      start();
    } else if (behind.push(start) > MAX_PIPELINED) {
      behind.length = 0;
      socket.destroy();
    }
  });

  function startNext(socket: Socket): void {
    const behind = waiting.get(socket) ?? [];
    if (behind.length === 0 || socket.destroyed) return void waiting.delete(socket);
    startLater(() => {
      if (socket.destroyed) waiting.delete(socket);
      else behind.shift()?.();
    });
  }
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createTurnScheduler } from './turn-scheduler.ts';

/** Limit of pipelined requests of one connection. Browsers do not pipeline. */
const MAX_PIPELINED = 64;

type Start = () => void;

/**
 * Runs pipelined requests of one connection one after another (R74). Over all connections one starts per event-loop turn, so that new
 * connections are served. Too many close the connection.
 */
export function serializePipelines(server: Server): void {
  const handlers = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  const queues = new WeakMap<Socket, Start[]>();
  const startOnOwnTurn = createTurnScheduler();
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const start: Start = () => {
      response.once('close', () => startNext(socket));
      for (const handle of handlers) handle(request, response);
    };
    const queue = queues.get(socket);
    if (queue === undefined) {
      queues.set(socket, []);
      start();
    } else if (queue.push(start) > MAX_PIPELINED) {
      queue.length = 0;
      socket.destroy();
    }
  });

  function startNext(socket: Socket): void {
    const queue = queues.get(socket) ?? [];
    if (queue.length === 0 || socket.destroyed) return void queues.delete(socket);
    startOnOwnTurn(() => {
      if (socket.destroyed) queues.delete(socket);
      else queue.shift()?.();
    });
  }
}

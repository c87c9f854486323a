import { Socket } from 'node:net';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#core/time.ts';
import { noteWait } from './answer-in-time.ts';
import { onePerTurn } from './one-per-turn.ts';
import { peerOf } from './peer.ts';
import { TooManyRequests } from './too-many.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Share of a client's capacity that one request takes; 0: none, it lasts. Default 1. */
    weight?: number;
  }
}

/** Weight of the requests of one client that are worked on at a time (R74). */
const CAPACITY = 16;
/** Requests of one client that wait for their turn, and how long. */
const MAX_WAITING = 2_000;
const MAX_WAIT_MS = 8 * SECOND_MS;

interface Waiting {
  readonly weight: number;
  readonly start: () => void;
}

interface Client {
  used: number;
  readonly queue: Waiting[];
}

/** Gives each client a fixed capacity. One client's burst waits for itself; other clients are answered between its requests. */
export function createTurns({ capacity = CAPACITY, maxWaiting = MAX_WAITING, maxWaitMs = MAX_WAIT_MS } = {}) {
  const clients = new Map<string, Client>();
  const startLater = onePerTurn();

  function leave(name: string, client: Client, weight: number): void {
    client.used -= weight;
    for (let [next] = client.queue; next !== undefined && client.used + next.weight <= capacity; [next] = client.queue) {
      client.queue.shift();
      client.used += next.weight;
      next.start();
    }
    if (client.used === 0) clients.delete(name);
  }

  /** Resolves with the function that ends the turn; rejects where too many wait already, or for too long. */
  return async function enter(name: string, weight: number): Promise<() => void> {
    const client = clients.get(name) ?? { used: 0, queue: [] };
    clients.set(name, client);
    let isOver = false;
    const end = () => {
      if (!isOver) leave(name, client, weight);
      isOver = true;
    };
    if (client.queue.length === 0 && client.used + weight <= capacity) {
      client.used += weight;
      return end;
    }
    if (client.queue.length >= maxWaiting) throw new TooManyRequests(1);
    return await new Promise((resolve, reject) => {
      const waiting: Waiting = {
        weight,
        start: () => {
          clearTimeout(timer);
          startLater(() => resolve(end));
        },
      };
      const timer = setTimeout(() => {
        client.queue.splice(client.queue.indexOf(waiting), 1);
        reject(new TooManyRequests(1));
      }, maxWaitMs);
      client.queue.push(waiting);
    });
  };
}

/** Requests of one client are worked on up to a capacity. Those from within this process belong to a request that has had its turn. */
export function answerInTurn(app: FastifyInstance): void {
  const enter = createTurns();
  const turns = new WeakMap<ServerResponse, () => void>();
  app.addHook('onRequest', async (request, reply) => {
    const { weight = 1 } = request.routeOptions.config;
    if (weight === 0 || !(request.raw.socket instanceof Socket)) return;
    const begun = performance.now();
    const end = await enter(peerOf(request.ip), weight);
    noteWait(request.raw, performance.now() - begun);
    turns.set(reply.raw, end);
    reply.raw.once('close', end);
    if (reply.raw.destroyed) end();
  });
  // What is left is the reader's pace, which costs nobody else anything
  app.addHook('onSend', async (_request, reply) => turns.get(reply.raw)?.());
}

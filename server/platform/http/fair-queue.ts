import { Socket } from 'node:net';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#core/time.ts';
import { addElapsed } from './deadlines.ts';
import { createTurnScheduler } from './turn-scheduler.ts';
import { peerOf } from './peer.ts';
import { TooManyRequests } from './too-many-requests.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Share of a client's capacity that one request takes; 0 for streams, which are long-lived. Default 1. */
    weight?: number;
  }
}

/** Total weight of one client's requests that run at a time (R74). */
const CAPACITY = 16;
/** Queued requests of one client, and how long each may wait. */
const MAX_WAITING = 2_000;
const MAX_WAIT_MS = 8 * SECOND_MS;

interface QueuedRequest {
  readonly weight: number;
  readonly start: () => void;
}

interface ClientLoad {
  used: number;
  readonly queue: QueuedRequest[];
}

/** Gives each client a fixed capacity: a burst of one client queues behind itself and does not delay others. */
export function createFairQueue({ capacity = CAPACITY, maxWaiting = MAX_WAITING, maxWaitMs = MAX_WAIT_MS } = {}) {
  const clients = new Map<string, ClientLoad>();
  const startOnOwnTurn = createTurnScheduler();

  function release(name: string, client: ClientLoad, weight: number): void {
    client.used -= weight;
    for (let [next] = client.queue; next !== undefined && client.used + next.weight <= capacity; [next] = client.queue) {
      client.queue.shift();
      client.used += next.weight;
      next.start();
    }
    if (client.used === 0) clients.delete(name);
  }

  /** Resolves with the function that frees the capacity; rejects when too many requests wait, or for too long. */
  return async function acquire(name: string, weight: number): Promise<() => void> {
    const client = clients.get(name) ?? { used: 0, queue: [] };
    clients.set(name, client);
    let isOver = false;
    const end = () => {
      if (!isOver) release(name, client, weight);
      isOver = true;
    };
    if (client.queue.length === 0 && client.used + weight <= capacity) {
      client.used += weight;
      return end;
    }
    if (client.queue.length >= maxWaiting) throw new TooManyRequests(1);
    return await new Promise((resolve, reject) => {
      const queued: QueuedRequest = {
        weight,
        start: () => {
          clearTimeout(timer);
          startOnOwnTurn(() => resolve(end));
        },
      };
      const timer = setTimeout(() => {
        client.queue.splice(client.queue.indexOf(queued), 1);
        reject(new TooManyRequests(1));
      }, maxWaitMs);
      client.queue.push(queued);
    });
  };
}

/** Limits concurrent requests per client. In-process calls belong to a request that already has its share. */
export function limitClientConcurrency(app: FastifyInstance): void {
  const acquire = createFairQueue();
  const releases = new WeakMap<ServerResponse, () => void>();
  app.addHook('onRequest', async (request, reply) => {
    const { weight = 1 } = request.routeOptions.config;
    if (weight === 0 || !(request.raw.socket instanceof Socket)) return;
    const startedAt = performance.now();
    const end = await acquire(peerOf(request.ip), weight);
    addElapsed(request.raw, performance.now() - startedAt);
    releases.set(reply.raw, end);
    reply.raw.once('close', end);
    if (reply.raw.destroyed) end();
  });
  // Capacity is freed when the response is ready: a slow reader then uses none
  app.addHook('onSend', async (_request, reply) => releases.get(reply.raw)?.());
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#core/time.ts';
import { peerOf } from './peer.ts';
import { TooManyRequests } from './rate-limits.ts';

/** Runs each function in its own turn of the event loop, so that a burst does not block it. */
function createTurnScheduler(): (start: () => void) => void {
  const queue: (() => void)[] = [];
  const runNext = (): void => {
    queue.shift()?.();
    if (queue.length > 0) setImmediate(runNext);
  };
  return (start) => {
    if (queue.push(start) === 1) setImmediate(runNext);
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Share of a client's capacity that one request takes; 0 for streams, which are long-lived. Default 1. */
    weight?: number;
  }
  interface FastifyReply {
    /** Frees the client's capacity that the request takes. */
    releaseCapacity: () => void;
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
  app.decorateReply('releaseCapacity', () => undefined);
  app.addHook('onRequest', async (request, reply) => {
    const { weight = 1 } = request.routeOptions.config;
    if (weight === 0 || !(request.raw.socket instanceof Socket)) return;
    const startedAt = performance.now();
    const end = await acquire(peerOf(request.ip), weight);
    request.elapsedMs += performance.now() - startedAt;
    reply.releaseCapacity = end;
    reply.raw.once('close', end);
    if (reply.raw.destroyed) end();
  });
  // Capacity is freed when the response is ready: a slow reader then uses none
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.releaseCapacity();
    done();
  });
}

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

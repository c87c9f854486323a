import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { peerOf } from './peer.ts';
import type { LimitKind, RateLimits } from './rate-limits.ts';
import { TooManyRequests } from './too-many.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What requests to a route that is no endpoint are counted as; null: nothing. Default `file`. */
    limit?: LimitKind | null;
  }
}

/** Every route has a limit: endpoints count in their guard, all other routes here. */
export function limitRoutes(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', async (request) => {
    const { endpoint, limit = 'file' } = request.routeOptions.config;
    // What this process asks itself counts with the request that made it ask
    if (endpoint !== undefined || limit === null || !(request.raw.socket instanceof Socket)) return;
    const seconds = await limits.spend(limit, peerOf(request.ip));
    if (seconds !== undefined) throw new TooManyRequests(seconds);
  });
}

import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { peerOf } from './peer.ts';
import type { LimitKind, RateLimits } from './rate-limits.ts';
import { TooManyRequests } from './too-many-requests.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Limit that counts requests to a route without an endpoint; null: none. Default `file`. */
    limit?: LimitKind | null;
  }
}

/** Applies a rate limit to every route without an endpoint; endpoints apply theirs in their guard. */
export function limitRoutes(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', async (request) => {
    const { endpoint, limit = 'file' } = request.routeOptions.config;
    // In-process calls count with the request that caused them
    if (endpoint !== undefined || limit === null || !(request.raw.socket instanceof Socket)) return;
    const seconds = await limits.spend(limit, peerOf(request.ip));
    if (seconds !== undefined) throw new TooManyRequests(seconds);
  });
}

import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { railCallbacks } from './adapters/rails/callbacks.ts';
import { sandboxProvider } from './adapters/rails/sandbox/provider/http.ts';
import { callContent, isSigned, SIGNATURE_HEADER } from './adapters/rails/sandbox/signature.ts';
import type { Base } from './assemble-base.ts';
import type { HttpParts } from './assemble-http.ts';
import { type Config, readConfig } from './config/config.ts';
import type { Module } from './module.ts';
import { ORDER_KEYS } from './orders/access.ts';
import { createHttp } from './platform/http/create-http.ts';
import { noRateLimits } from './platform/http/rate-limits.ts';
import type { Route } from './platform/http/route.ts';
import { createControllerOf } from './sandbox/bank-calls.ts';
import { createSandboxProcess } from './sandbox/sandbox-process.ts';
import { hasToken } from './sandbox/caller.ts';
import { sandboxOrders } from './sandbox/orders.ts';
import { createCallerLookup, authenticateNamed } from './sandbox/named-caller.ts';
import { findSandboxDatabase } from './sandbox/database.ts';
import { NO_SANDBOX, type Sandbox, SANDBOX_HERE } from './sandbox/port.ts';
import type { BeginMessage, SandboxEvent } from './sandbox/messages.ts';
import { HAND_OVER, handOver, acceptHandover } from './webhooks/hand-over.ts';

/** Where sandbox keys trade. Demo: this process. Real money: a separate process; the jobs role has none. */
export async function assembleSandbox(base: Base, config: Config): Promise<Sandbox> {
  if (config.mode === 'demo') return SANDBOX_HERE;
  if (config.role === 'jobs') return NO_SANDBOX;
  const { sandboxDatabaseUrl, dataDir, publicUrl, logLevel } = config;
  const place = await findSandboxDatabase(base.db, { sandboxDatabaseUrl, adminUrl: base.database.adminUrl });
  if (place === undefined) return NO_SANDBOX;
  const begin = { dataDir: path.join(dataDir, 'sandbox'), publicUrl, logLevel };
  return createSandboxProcess({ ...base, place, settings: begin, storeEvents: (events) => acceptHandover(base, events) });
}

/** Configuration of the sandbox: demo mode, no market data, no mail, none of the shop's settings. */
export const sandboxConfig = ({ databaseUrl, dataDir, publicUrl, logLevel }: BeginMessage, port: number): Config =>
  readConfig({
    MODE: 'demo',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: logLevel === 'debug' || logLevel === 'info' ? 'warn' : logLevel,
    RATE_SOURCES: 'demo',
    MARKET_STATS_URL: 'off',
    // Counted where they came in
    RATE_LIMITS: 'off',
    TRUSTED_PROXIES: 'loopback',
  });

/** What makes an assembly the sandbox of another process. */
export interface SandboxSide {
  readonly token: string;
  /** Gives once the shop has taken them. */
  readonly give: (events: readonly SandboxEvent[]) => Promise<void>;
}

/** To its database: programs that are tried out are few, and the server is the shop's too. */
export const SANDBOX_CONNECTIONS = 4;

const HAND_EVERY_MS = 250;

/** Partners' addresses are known to the shop: it tells them. */
export const handingOver = ({ give }: SandboxSide): Module => ({
  name: 'sandbox-hand-over',
  reactions: [HAND_OVER],
  jobs: (deps) => deps.queue.every('hand-over-webhooks', HAND_EVERY_MS, () => handOver(deps, give)),
});

/** The test bank's own calls to itself and to the exchange: each is checked by its signature where it is answered. */
const SIGNED_WITHIN = /^\/(?:callbacks\/sandbox|sandbox\/(?:invoices|payouts(?:\/[^/]+)?|events))(?:\?|$)/;

function createGuard({ deps, sandbox }: HttpParts, { token }: SandboxSide) {
  const isBooksCall = ({ method, url, headers }: FastifyRequest) =>
    sandbox !== undefined &&
    /^\/sandbox\/ledger(?:\?|$)/.test(url) &&
    isSigned(sandbox.context.keys.api, callContent(method, url, ''), headers[SIGNATURE_HEADER], deps.clock.now());
  return (app: FastifyInstance): void => {
    app.addHook('onRequest', async (request, reply) =>
      hasToken(request.headers, token) || SIGNED_WITHIN.test(request.url) || isBooksCall(request) ? undefined : reply.code(404).send(),
    );
  };
}

/** Calls of programs and the test bank: no page, no office, no sign-in, and nothing at all without the shop's token. */
export async function assembleSandboxHttp(parts: HttpParts, side: SandboxSide, routes: readonly Route[]): Promise<FastifyInstance> {
  const { deps, events, sandbox, config } = parts;
  const gate = authenticateNamed(createCallerLookup(deps));
  return await createHttp({
    guestKeys: ORDER_KEYS,
    ...deps,
    routes,
    authenticator: { authenticate: () => Promise.resolve({ kind: 'guest' }) },
    authenticateSigned: gate,
    limits: noRateLimits,
    trustedProxies: config.trustedProxies,
    plugins: [
      (app) => railCallbacks(app, { rails: deps.rails, events, log: deps.log }),
      async (app) => {
        if (sandbox === undefined) return;
        await sandboxProvider(app, {
          provider: sandbox,
          t: deps.t,
          publicUrl: () => config.publicUrl,
          controllerOf: createControllerOf(deps, gate),
        });
      },
      (app) => sandboxOrders(app, deps),
    ],
    observe: [createGuard(parts, side), ...parts.observe],
  });
}

import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { railCallbacks } from './adapters/rails/callbacks.ts';
import { sandboxProvider } from './adapters/rails/sandbox/provider/http.ts';
import { callContent, isSigned, SIGNATURE_HEADER } from './adapters/rails/sandbox/signature.ts';
import type { Base } from './assemble-base.ts';
import type { HttpParts } from './assemble-http.ts';
import { type Config, readConfig } from './config/config.ts';
import type { Deps } from './deps.ts';
import type { Module } from './module.ts';
import { ORDER_KEYS } from './orders/access.ts';
import { presentOrders } from './partners/partner-routes.ts';
import { createHttp } from './platform/http/create-http.ts';
import { readPageRequest } from './platform/http/pagination.ts';
import { noRateLimits } from './platform/http/rate-limits.ts';
import type { Route } from './platform/http/route.ts';
import { createControllerOf } from './sandbox/bank-calls.ts';
import { authenticateNamed, createCallerLookup, hasToken } from './sandbox/caller.ts';
import { findSandboxDatabase } from './sandbox/database.ts';
import type { BeginMessage, SandboxEvent } from './sandbox/messages.ts';
import { NO_SANDBOX, type Sandbox, SANDBOX_HERE } from './sandbox/port.ts';
import { createSandboxProcess } from './sandbox/sandbox-process.ts';
import { acceptHandover, HAND_OVER, handOver } from './webhooks/hand-over.ts';

const positiveNumber = z.string().regex(/^[1-9]\d{0,6}$/);
const OrdersQuery = z.object({ user: z.uuid(), page: positiveNumber, per: positiveNumber });

/** A partner's test orders, for the account and the office; called by the shop only. */
async function sandboxOrders(app: FastifyInstance, deps: Pick<Deps, 'db' | 'catalogue'>): Promise<void> {
  app.get('/orders-of-partner', async (request, reply) => {
    const parsed = OrdersQuery.safeParse(request.query);
    if (!parsed.success) return reply.code(404).send();
    const { user, ...query } = parsed.data;
    const { data, page } = await presentOrders(deps, user, readPageRequest({ query, from: undefined }), 'sandbox');
    return await reply.type('application/json').send(JSON.stringify({ data, total: page.total }));
  });
}

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
    // The main process counts these calls
    RATE_LIMITS: 'off',
    TRUSTED_PROXIES: 'loopback',
  });

/** Connection of a sandbox process to its main process. */
export interface SandboxSide {
  readonly token: string;
  /** Resolves after the main process has stored the events. */
  readonly deliverEvents: (events: readonly SandboxEvent[]) => Promise<void>;
}

/** Few, because the sandbox shares the database server with the main process. */
export const SANDBOX_CONNECTIONS = 4;

const HAND_OVER_INTERVAL_MS = 250;

/** Hands webhook events over to the main process, which knows the partners' endpoints. */
export const handOverModule = ({ deliverEvents }: SandboxSide): Module => ({
  name: 'sandbox-hand-over',
  reactions: [HAND_OVER],
  jobs: (deps) => deps.queue.every('hand-over-webhooks', HAND_OVER_INTERVAL_MS, () => handOver(deps, deliverEvents)),
});

/** Calls between the rail and the test bank of this process. Their handlers check the signature. */
const SIGNED_PATHS = /^\/(?:callbacks\/sandbox|sandbox\/(?:invoices|payouts(?:\/[^/]+)?|events))(?:\?|$)/;

function createGuard({ deps, testBank }: HttpParts, { token }: SandboxSide) {
  const isLedgerCall = ({ method, url, headers }: FastifyRequest) =>
    testBank !== undefined &&
    /^\/sandbox\/ledger(?:\?|$)/.test(url) &&
    isSigned(testBank.context.keys.api, callContent(method, url, ''), headers[SIGNATURE_HEADER], deps.clock.now());
  return (app: FastifyInstance): void => {
    app.addHook('onRequest', async (request, reply) =>
      hasToken(request.headers, token) || SIGNED_PATHS.test(request.url) || isLedgerCall(request) ? undefined : reply.code(404).send(),
    );
  };
}

/** The partner API and the test bank, without pages, office and sign-in. Every call needs the main process's token. */
export async function assembleSandboxHttp(parts: HttpParts, side: SandboxSide, routes: readonly Route[]): Promise<FastifyInstance> {
  const { deps, events, testBank, config } = parts;
  const authenticateSigned = authenticateNamed(createCallerLookup(deps));
  return await createHttp({
    guestKeys: ORDER_KEYS,
    ...deps,
    routes,
    authenticator: { authenticate: () => Promise.resolve({ kind: 'guest' }) },
    authenticateSigned,
    limits: noRateLimits,
    trustedProxies: config.trustedProxies,
    plugins: [
      (app) => railCallbacks(app, { rails: deps.rails, events, log: deps.log }),
      async (app) => {
        if (testBank === undefined) return;
        await sandboxProvider(app, {
          provider: testBank,
          t: deps.t,
          publicUrl: () => config.publicUrl,
          controllerOf: createControllerOf(deps, authenticateSigned),
        });
      },
      (app) => sandboxOrders(app, deps),
    ],
    observe: [createGuard(parts, side), ...parts.observe],
  });
}

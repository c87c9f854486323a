import { randomInt } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { formatAmount } from '#core/money/amount.ts';
import { railCallbacks } from '#server/adapters/rails/callbacks.ts';
import type { Rail, RailEvents } from '#server/adapters/rails/port.ts';
import { sandboxProvider } from '#server/adapters/rails/sandbox/provider/http.ts';
import { createSandboxProvider, type SandboxProvider } from '#server/adapters/rails/sandbox/provider/provider.ts';
import type { SandboxTiming } from '#server/adapters/rails/sandbox/provider/context.ts';
import { createSandboxRail } from '#server/adapters/rails/sandbox/rail.ts';
import { deriveSandboxKeys, type SandboxKeys } from '#server/adapters/rails/sandbox/signature.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import type { RailHarness } from './rail-suite.ts';
import { cardSystem, coinSystem } from './sandbox-payment-systems.ts';

const silent = { warn: () => undefined, error: () => undefined };

export interface SandboxWorld {
  readonly database: TestDatabase;
  readonly app: FastifyInstance;
  readonly url: string;
  readonly keys: SandboxKeys;
  readonly provider: SandboxProvider;
  readonly rail: Rail;
  /** Another rail over the same books and provider. */
  newRail(options?: { readonly deadlineMs?: number; readonly baseUrl?: () => string }): Rail;
  post(path: string, document: unknown): Promise<Response>;
  close(): Promise<void>;
}

interface WorldOptions {
  readonly timing?: Partial<SandboxTiming>;
  readonly paymentSystems?: readonly PaymentSystem[];
  /** Receives the callbacks; without it they are answered with 404. */
  readonly events?: RailEvents;
  /** Existing books: the same company after a restart. */
  readonly database?: TestDatabase;
}

const IMMEDIATE: SandboxTiming = { confirmationMs: 0, payoutMs: 0, unknownLateMs: 60_000, reorderMs: 50, hangMs: 60_000, retryMs: 20 };

/** The test bank and the rail, listening on a free port. */
export async function createSandboxWorld(options: WorldOptions = {}): Promise<SandboxWorld> {
  const database = options.database ?? (await createTestDatabase());
  const app = Fastify();
  const url = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const keys = deriveSandboxKeys(createSecrets('a secret of these tests, long enough'));
  const systems = new Map((options.paymentSystems ?? [cardSystem(), coinSystem()]).map((system) => [system.code, system]));
  const db: Db = database.db;
  const shared = { db, clock: systemClock, log: silent, keys };
  const provider = createSandboxProvider({
    ...shared,
    random: systemRandom,
    callbackUrl: () => `${url()}/callbacks/sandbox`,
    timing: { ...IMMEDIATE, ...options.timing },
  });
  const newRail: SandboxWorld['newRail'] = (changes = {}) =>
    createSandboxRail({ ...shared, baseUrl: url, paymentSystem: (code) => systems.get(code), ...changes });
  const rail = newRail();
  await app.register(sandboxProvider, { provider, t: createTranslate(), publicUrl: url });
  if (options.events !== undefined)
    await app.register(railCallbacks, { rails: new Map([[rail.name, rail]]), events: options.events, log: silent });
  await app.listen({ host: '127.0.0.1', port: 0 });
  provider.start();
  return {
    database,
    app,
    url: url(),
    keys,
    provider,
    rail,
    newRail,
    post: (path, document) =>
      fetch(url() + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof document === 'string' ? document : JSON.stringify(document),
      }),
    async close() {
      await provider.stop();
      await app.close();
      if (options.database === undefined) await database.drop();
    },
  };
}

/** The harness of the rail suite for the sandbox. */
export async function sandboxHarness(paymentSystem: PaymentSystem, amount: bigint): Promise<RailHarness> {
  const world = await createSandboxWorld({ paymentSystems: [paymentSystem], timing: { confirmationMs: 5, payoutMs: 10 } });
  const connection = { isCut: false };
  // Nothing listens on the discard port: the connection is refused, as when the provider is down.
  const rail = world.newRail({ baseUrl: () => (connection.isCut ? 'http://127.0.0.1:9' : world.url) });
  const field = paymentSystem.outcomeFields[0]?.key ?? 'card_number';
  return {
    rail,
    twin: world.newRail(),
    paymentSystem,
    amount,
    destination: () => ({ [field]: `220000${randomInt(1e9).toString().padStart(10, '0')}` }),
    async pay(offer, paid) {
      const answer = await world.post('/sandbox/payments', {
        order_id: offer.reference,
        scenario: 'exact',
        amount: formatAmount(paid, paymentSystem.scale),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    advance: () => sleep(10),
    async executions(request) {
      const entries = await world.provider.ledger(request.orderId);
      const isIt = (entry: (typeof entries)[number]) =>
        entry.direction === 'out' &&
        entry.reference === request.reference &&
        entry.amount === formatAmount(request.amount, paymentSystem.scale);
      return entries.filter(isIt).length;
    },
    cut: async () => {
      connection.isCut = true;
    },
    heal: async () => {
      connection.isCut = false;
    },
    close: () => world.close(),
  };
}

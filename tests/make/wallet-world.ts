import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { SECOND_MS } from '#core/time.ts';
import { createAcquirerRail } from '#server/adapters/rails/acquirer/rail.ts';
import type { PayOutRequest, Rail } from '#server/adapters/rails/port.ts';
import { systemRandom } from '#server/platform/random.ts';
import { type AcquirerStandIn, createAcquirer } from './acquirer.ts';
import type { AcquirerDialect } from './acquirer-dialects.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import type { RailHarness } from './rail-suite.ts';
import { makeRequisiteField } from './requisite-field.ts';
import { cardSystem } from './sandbox-payment-systems.ts';
import type { WalletBooks } from './wallet-books.ts';

export const WALLET_AMOUNT = 100_00n;

/** A protocol of a wallet provider. `account` is a customer's. */
export type WalletDialect = AcquirerDialect & { readonly wallet: WalletBooks; readonly account: string };

/** A wallet provider, a clock that tests advance, and two processes of ours. */
export interface WalletWorld {
  readonly database: TestDatabase;
  readonly standIn: AcquirerStandIn;
  readonly wallet: WalletBooks;
  readonly system: PaymentSystem;
  readonly rail: Rail;
  readonly twin: Rail;
  /** Whether payouts are paused, and what happens just before a call is claimed. */
  readonly gate: { isPaused: boolean; beforeClaim: () => Promise<void> };
  pass(seconds: number): void;
  request(changes?: Partial<PayOutRequest>): PayOutRequest;
  /** Calls of the stand-in whose body contains a text. */
  calls(text: string): number;
  close(): Promise<void>;
}

export async function createWalletWorld(makeDialect: (now: () => number) => WalletDialect): Promise<WalletWorld> {
  let passedMs = 0;
  const clock = { now: () => Date.now() + passedMs };
  const dialect = makeDialect(clock.now);
  const database = await createTestDatabase();
  const standIn = await createAcquirer(dialect);
  standIn.callsBack = false;
  const gate: WalletWorld['gate'] = { isPaused: false, beforeClaim: async () => undefined };
  const system = cardSystem({
    kind: 'e_wallet',
    currency: 'USD',
    asset: 'USD',
    marketSymbol: 'USD',
    rail: `acquirer_${dialect.name}`,
    outcomeFields: [makeRequisiteField({ key: 'wallet', kind: 'wallet' })],
  });
  const railAt = () =>
    createAcquirerRail({
      db: database.db,
      clock,
      random: systemRandom,
      log: { warn: () => undefined },
      acquirer: standIn.acquirer,
      callbackUrl: 'http://127.0.0.1:9',
      paymentSystem: () => system,
      async isPaused(_payout, tx) {
        if (tx !== undefined) await gate.beforeClaim();
        return gate.isPaused;
      },
      // Old checkouts of a test are not polled again
      pollInterval: (ageMs) => (ageMs < 60 * SECOND_MS ? 0 : null),
    });
  return {
    database,
    standIn,
    wallet: dialect.wallet,
    system,
    rail: railAt(),
    twin: railAt(),
    gate,
    pass: (seconds) => void (passedMs += seconds * SECOND_MS),
    request: (changes = {}) => ({
      reference: systemRandom.uuid(),
      orderId: systemRandom.publicId(20),
      paymentSystem: system,
      amount: WALLET_AMOUNT,
      destination: { wallet: dialect.account },
      ...changes,
    }),
    calls: (text) => standIn.calls.filter(({ body }) => body.includes(text)).length,
    async close() {
      await standIn.close();
      await database.drop();
    },
  };
}

/** The rails' suite over a wallet provider: one step of the outside world is ten seconds. */
export function walletHarness(world: WalletWorld): RailHarness {
  const { rail, twin, system, standIn, wallet, request } = world;
  return {
    rail,
    twin,
    paymentSystem: system,
    amount: WALLET_AMOUNT,
    destination: () => request().destination,
    pay: async ({ reference }, minor) => void standIn.books.add({ reference, minor, state: 'paid', currency: 'USD' }),
    async advance() {
      world.pass(10);
      await sleep(1);
    },
    executions: async ({ reference }) => wallet.executions(reference),
    cut: async () => void (standIn.mood = 'away'),
    heal: async () => void (standIn.mood = 'well'),
    close: async () => await world.close(),
  };
}

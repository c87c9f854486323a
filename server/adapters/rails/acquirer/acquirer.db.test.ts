import { setTimeout as sleep } from 'node:timers/promises';
import { describe } from 'vitest';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import { systemClock } from '#server/platform/clock.ts';
import { systemRandom } from '#server/platform/random.ts';
import { type AcquirerStandIn, createAcquirer } from '#tests/make/acquirer.ts';
import { type AcquirerDialect, FORM_DIALECT, REDIRECT_DIALECT } from '#tests/make/acquirer-dialects.ts';
import { createTestDatabase } from '#tests/make/database.ts';
import { describeRail, type RailHarness } from '#tests/make/rail-suite.ts';
import { cardSystem } from '#tests/make/sandbox-payment-systems.ts';
import { createAcquirerRail } from './rail.ts';

const AMOUNT = 1_000_00n;

/** One acquirer and two processes of ours that call it. */
async function harnessOf(dialect: AcquirerDialect): Promise<RailHarness> {
  const database = await createTestDatabase();
  const standIn: AcquirerStandIn = await createAcquirer(dialect);
  standIn.callsBack = false;
  const paymentSystem = cardSystem({ rail: `acquirer_${dialect.name}`, outcomeEnabled: false });
  const railAt = () =>
    createAcquirerRail({
      db: database.db,
      clock: systemClock,
      random: systemRandom,
      log: { warn: () => undefined },
      acquirer: standIn.acquirer,
      callbackUrl: 'http://127.0.0.1:9',
      paymentSystem: () => paymentSystem,
      isPaused: async () => false,
      // Old checkouts of this test are not polled again
      pollInterval: (ageMs) => (ageMs < 1500 ? 0 : null),
    });
  const [rail, twin] = [railAt(), railAt()];
  const pay = async ({ reference }: Pick<RequisitesOffer, 'reference'>, minor: bigint): Promise<void> =>
    void standIn.books.add({ reference, minor, state: 'paid' });
  return {
    rail,
    twin,
    paymentSystem,
    pay,
    amount: AMOUNT,
    destination: () => ({}),
    async paidOrder() {
      const orderId = systemRandom.publicId(20);
      const urls = { successUrl: 'https://exchange.example/success', failureUrl: 'https://exchange.example/failure' };
      const answer = await twin.receive({ orderId, paymentSystem, amount: 3n * AMOUNT, payerRequisites: {}, locale: 'ru', ...urls });
      if (answer.outcome !== 'offered') throw new Error(answer.reason);
      await pay(answer.offer, 3n * AMOUNT);
      const savedKeys: string[] = [];
      const events = {
        deposit: async ({ reference }: { reference: string }) => void savedKeys.push(reference),
        payout: async () => {},
        oddity: async () => {},
        payoutProblems: async () => {},
      };
      while (!savedKeys.includes(answer.offer.reference)) await twin.poll(events);
      return orderId;
    },
    advance: async () => await sleep(5),
    executions: async ({ reference }) => standIn.books.payments.filter(({ refunds }) => refunds.has(reference)).length,
    cut: async () => void (standIn.mood = 'away'),
    heal: async () => void (standIn.mood = 'well'),
    async close() {
      await standIn.close();
      await database.drop();
    },
  };
}

describe('by a form', () => {
  describeRail('acquirer_localform', () => harnessOf(FORM_DIALECT), { givesBackOnly: true });
});
describe('by a page of the acquirer', () => {
  describeRail('acquirer_tbank', () => harnessOf(REDIRECT_DIALECT), { givesBackOnly: true });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rail } from '#server/adapters/rails/port.ts';
import { systemClock } from '#server/platform/clock.ts';
import { systemRandom } from '#server/platform/random.ts';
import { type AcquirerStandIn, createAcquirer } from '#tests/make/acquirer.ts';
import { REDIRECT_DIALECT } from '#tests/make/acquirer-dialects.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';
import { cardSystem } from '#tests/make/sandbox-payment-systems.ts';
import { createAcquirerRail } from './rail.ts';

let database: TestDatabase;
let standIn: AcquirerStandIn;
let rail: Rail;
let isPaused = false;
let beforeCall = async (): Promise<void> => undefined;
const system = cardSystem({ rail: `acquirer_${REDIRECT_DIALECT.name}`, outcomeEnabled: false });

beforeAll(async () => {
  database = await createTestDatabase();
  standIn = await createAcquirer(REDIRECT_DIALECT);
  standIn.callsBack = false;
  rail = createAcquirerRail({
    db: database.db,
    clock: systemClock,
    random: systemRandom,
    log: { warn: () => undefined },
    acquirer: standIn.acquirer,
    callbackUrl: 'http://127.0.0.1:9',
    paymentSystem: () => system,
    async isPaused({ code, rail: name }) {
      await beforeCall();
      return isPaused && code === system.code && name === rail.name;
    },
    pollInterval: () => 0,
  });
});
afterAll(async () => {
  await standIn.close();
  await database.drop();
});

/** An order that was paid. */
async function paidOrder(): Promise<string> {
  const orderId = systemRandom.publicId(20);
  const urls = { successUrl: 'https://exchange.example/success', failureUrl: 'https://exchange.example/failure' };
  const answer = await rail.receive({ orderId, paymentSystem: system, amount: 100_00n, payerRequisites: {}, locale: 'ru', ...urls });
  if (answer.outcome !== 'offered') throw new Error(answer.reason);
  standIn.books.add({ reference: answer.offer.reference, minor: 100_00n, state: 'paid' });
  const recorded = recordRailEvents();
  for (let round = 0; round < 50 && recorded.finalOf(answer.offer.reference).length === 0; round += 1) await rail.poll(recorded.events);
  return orderId;
}

const refunds = () => standIn.calls.filter(({ path }) => path === '/v2/Cancel').length;
const requestFor = (orderId: string) => ({
  reference: systemRandom.uuid(),
  orderId,
  paymentSystem: system,
  amount: 100_00n,
  destination: {},
});

it('a refund that an operator ends before it is ordered is never called for', async () => {
  const request = requestFor(await paidOrder());
  const before = refunds();
  for (let time = 0; time < 2; time += 1) expect(await rail.withdrawPayout?.(request.reference, 'sent')).toBe(true);
  const paidOtherwise = { outcome: 'unknown', reason: 'paid_by_a_person' };
  expect([await rail.payOut(request), await rail.askPayout(request)]).toEqual([paidOtherwise, paidOtherwise]);
  expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(true);
  const ended = { outcome: 'failed', reason: 'ended_by_a_person' };
  expect([await rail.payOut(request), await rail.askPayout(request)]).toEqual([ended, ended]);
  expect(refunds()).toBe(before);
  expect(await rail.statement(0)).toMatchObject({ lines: [{ direction: 'in' }] });
});

it('a refund that an operator ends while it is about to be called for is not called for', async () => {
  const request = requestFor(await paidOrder());
  const before = refunds();
  beforeCall = async () => void (await rail.withdrawPayout?.(request.reference, 'not_sent'));
  expect(await rail.payOut(request)).toMatchObject({ outcome: 'failed' });
  beforeCall = async () => undefined;
  expect(refunds()).toBe(before);
});

it('while payouts are paused, no refund is called for, also not once more', async () => {
  const [waiting, called] = [requestFor(await paidOrder()), requestFor(await paidOrder())];
  standIn.mood = 'late';
  expect((await rail.payOut(called)).outcome).toBe('unknown');
  standIn.mood = 'well';
  isPaused = true;
  const before = refunds();
  const paused = { outcome: 'unknown', reason: 'payouts_paused' };
  expect([await rail.payOut(waiting), await rail.askPayout(waiting), await rail.askPayout(called)]).toEqual([paused, paused, paused]);
  expect(refunds()).toBe(before);
  isPaused = false;
  expect((await rail.askPayout(waiting)).outcome).toBe('executed');
  expect((await rail.askPayout(called)).outcome).toBe('executed');
});

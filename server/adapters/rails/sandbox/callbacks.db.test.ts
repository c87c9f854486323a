import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSandboxWorld, type SandboxWorld } from '#tests/make/sandbox.ts';
import { cardSystem, coinSystem } from '#tests/make/sandbox-payment-systems.ts';
import { pollUntil, recordRailEvents } from '#tests/make/rail-suite.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { MINUTE_MS } from '#core/time.ts';
import { SIGNATURE_HEADER, signContent } from './signature.ts';

const recorder = recordRailEvents();
let world: SandboxWorld;
beforeAll(async () => {
  world = await createSandboxWorld({ events: recorder.events, timing: { confirmationMs: 10, retryMs: 10 } });
});
afterAll(async () => {
  await world.close();
});
afterEach(async () => {
  await world.provider.setFaults({ payouts: 'ok', callbacks: 'ok' });
});

async function paid(orderId: string, paymentSystem: PaymentSystem = cardSystem(), scenario = 'exact'): Promise<void> {
  await world.rail.receive({
    orderId,
    paymentSystem,
    amount: 5000_00n,
    payerRequisites: {},
    locale: 'ru',
    successUrl: 'https://e.example/',
    failureUrl: 'https://e.example/',
  });
  expect((await world.post('/sandbox/payments', { order_id: orderId, scenario })).status).toBe(201);
}

const statesOf = (orderId: string, by = recorder) =>
  by.deposits.filter(({ reference }) => reference === orderId).map(({ state, confirmations }) => `${state} ${confirmations}`);
const expectTold = (orderId: string, states: readonly string[]) =>
  expect.poll(() => statesOf(orderId), { timeout: 10_000 }).toEqual(states);

const call = (body: string, signature: string | undefined, rail = 'sandbox') =>
  fetch(`${world.url}/callbacks/${rail}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(signature === undefined ? {} : { [SIGNATURE_HEADER]: signature }) },
  });

const paymentBody = (orderId: string): string =>
  JSON.stringify({
    seq: '999999999',
    type: 'payment.changed',
    at: new Date().toISOString(),
    data: {
      id: `pay_${orderId}`,
      order_id: orderId,
      payment_system: 'SBERRUB',
      amount: '1',
      currency: 'RUB',
      state: 'final',
      confirmations: 0,
      required_confirmations: 0,
      tx_hash: null,
      seen_at: new Date().toISOString(),
    },
  });

describe('callbacks of the test bank', () => {
  it('report a fiat payment once, as final', async () => {
    await paid('fiat');
    await expectTold('fiat', ['final 0']);
    expect(recorder.finalOf('fiat')).toMatchObject([{ amount: 5000_00n, txHash: null }]);
  });

  it('report a coin payment as seen, with its confirmations, and as final', async () => {
    await paid('coin', coinSystem());
    await expectTold('coin', ['seen 0', 'seen 1', 'seen 2', 'final 3']);
  });

  it('report a declined payment', async () => {
    await paid('declined', cardSystem(), 'decline');
    await expectTold('declined', ['failed 0']);
  });

  it('report an executed payout', async () => {
    await world.rail.payOut({
      reference: 'called-back',
      orderId: 'o',
      paymentSystem: cardSystem(),
      amount: 700n,
      destination: { card_number: '2200000000000004' },
    });
    await expect
      .poll(() => recorder.payouts.filter(({ reference }) => reference === 'called-back'), { timeout: 10_000 })
      .toMatchObject([{ answer: { outcome: 'executed', amount: 700n } }]);
  });

  it('are repeated until they are accepted', async () => {
    recorder.failNext(3);
    await paid('again');
    await expectTold('again', ['final 0']);
  });

  it('arrive twice under the fault duplicate, about the same transfer', async () => {
    await world.provider.setFaults({ callbacks: 'duplicate' });
    await paid('twice');
    await expectTold('twice', ['final 0', 'final 0']);
    expect(recorder.finalOf('twice')).toHaveLength(1);
  });

  it('arrive in reverse order under the fault reorder', async () => {
    await world.provider.setFaults({ callbacks: 'reorder' });
    await paid('reordered', coinSystem());
    await expect.poll(() => statesOf('reordered').length, { timeout: 10_000 }).toBe(4);
    expect(statesOf('reordered')[0]).not.toBe('seen 0');
    expect(recorder.finalOf('reordered')).toHaveLength(1);
  });

  it('that are lost are replaced by polling, and reported once', async () => {
    await world.provider.setFaults({ callbacks: 'drop' });
    const orders = Array.from({ length: 30 }, (_, index) => `dropped-${index}`);
    await Promise.all(orders.map((orderId) => paid(orderId)));
    const polled = recordRailEvents();
    await pollUntil({ advance: () => Promise.resolve() }, world.rail, polled, () =>
      orders.every((orderId) => polled.finalOf(orderId).length === 1),
    );
    expect(orders.flatMap((orderId) => statesOf(orderId))).toEqual([]);
    const again = recordRailEvents();
    await world.rail.poll(again.events);
    expect(again.deposits).toEqual([]);
  });

  it('are not repeated by polling in the process that received them', async () => {
    await paid('told-once');
    await expectTold('told-once', ['final 0']);
    const polled = recordRailEvents();
    await world.rail.poll(polled.events);
    expect(statesOf('told-once', polled)).toEqual([]);
  });

  it('that cannot be stored do not block the feed', async () => {
    await world.provider.setFaults({ callbacks: 'drop' });
    await paid('stuck');
    await paid('behind');
    const polled = recordRailEvents();
    const events = {
      ...polled.events,
      deposit: async (deposit: Parameters<typeof polled.events.deposit>[0]) => {
        if (deposit.reference === 'stuck') throw new Error('cannot be stored');
        await polled.events.deposit(deposit);
      },
    };
    await world.rail.poll(events);
    await world.rail.poll(events);
    expect(polled.finalOf('behind')).toHaveLength(1);
    await pollUntil(
      { advance: () => new Promise((resolve) => setTimeout(resolve, 20)) },
      world.rail,
      polled,
      () => polled.finalOf('stuck').length === 1,
    );
  });
});

describe('POST /callbacks/:rail', () => {
  it('refuses a wrong signature: 401, an empty body, no effect', async () => {
    const body = paymentBody('forged');
    const good = signContent(world.keys.callback, body, Date.now());
    const [time = '', mac = ''] = good.split(',');
    const wrong = [
      undefined,
      '',
      good.toUpperCase(),
      good.slice(0, -1),
      mac,
      `${time},v1=${'0'.repeat(64)}`,
      signContent(world.keys.api, body, Date.now()),
      `${time},v2=${mac.slice(3)}`,
    ];
    const old = [-6, 6].map((minutes) => signContent(world.keys.callback, body, Date.now() + minutes * MINUTE_MS));
    const answers = await Promise.all([...wrong, ...old].map((signature) => call(body, signature)));
    const changed = await call(body.replace('"amount":"1"', '"amount":"9"'), good);
    for (const answer of [...answers, changed]) {
      expect(answer.status).toBe(401);
      expect(await answer.text()).toBe('');
    }
    expect(statesOf('forged')).toEqual([]);
  });

  it('accepts a valid call, and a replay reports the same transfer', async () => {
    const body = paymentBody('replayed');
    const signature = signContent(world.keys.callback, body, Date.now());
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(body, signature)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(recorder.finalOf('replayed')).toHaveLength(1);
  });

  it('answers 404 with an empty body for an unknown rail and for a signed malformed call', async () => {
    const body = '{"type":"payment.changed"}';
    for (const answer of [await call(body, undefined, 'nobody'), await call(body, signContent(world.keys.callback, body, Date.now()))]) {
      expect(answer.status).toBe(404);
      expect(await answer.text()).toBe('');
    }
  });

  it('answers 503 while the order side cannot store it', async () => {
    const body = paymentBody('later');
    recorder.failNext(1);
    expect((await call(body, signContent(world.keys.callback, body, Date.now()))).status).toBe(503);
    expect((await call(body, signContent(world.keys.callback, body, Date.now()))).status).toBe(200);
    expect(recorder.finalOf('later')).toHaveLength(1);
  });

  it('skips unknown types of events', async () => {
    const body = JSON.stringify({ seq: '1', type: 'invoice.viewed', data: {} });
    expect((await call(body, signContent(world.keys.callback, body, Date.now()))).status).toBe(200);
  });
});

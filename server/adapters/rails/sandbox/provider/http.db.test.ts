import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandboxWorld, type SandboxWorld } from '#tests/make/sandbox.ts';
import { cardSystem, coinSystem } from '#tests/make/sandbox-payment-systems.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { callContent, SIGNATURE_HEADER, signContent } from '#server/adapters/rails/sandbox/signature.ts';

let context: SandboxWorld;
beforeAll(async () => {
  context = await createSandboxWorld();
});
afterAll(async () => {
  await context.close();
});

const URLS = { locale: 'ru' as const, successUrl: 'https://exchange.example/o/1?paid', failureUrl: 'https://exchange.example/o/1?failed' };

async function expectPayment(orderId: string, paymentSystem: PaymentSystem = cardSystem(), amount = 5000_00n): Promise<void> {
  const answer = await context.rail.receive({ orderId, paymentSystem, amount, payerRequisites: {}, ...URLS });
  expect(answer.outcome).toBe('offered');
}

interface LedgerEntry {
  readonly direction: string;
  readonly amount: string;
  readonly [name: string]: unknown;
}

async function ledgerOf(orderId: string): Promise<LedgerEntry[]> {
  const answer = await fetch(`${context.url}/sandbox/ledger`);
  const { entries } = (await answer.json()) as { entries: LedgerEntry[] };
  return entries.filter((entry) => entry['order_id'] === orderId);
}

const play = (orderId: string, scenario: string, amount?: string) =>
  context.post('/sandbox/payments', { order_id: orderId, scenario, ...(amount === undefined ? {} : { amount }) });

describe('POST /sandbox/payments', () => {
  it.each([
    ['exact', ['5000']],
    ['short', ['4500']],
    ['over', ['5500']],
    ['twice', ['5000', '5000']],
    ['late', ['5000']],
    ['decline', []],
  ])('makes the payment %s: the ledger shows %j', async (scenario, amounts) => {
    const orderId = `play-${scenario}`;
    await expectPayment(orderId);
    const answer = await play(orderId, scenario);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect((await ledgerOf(orderId)).map((entry) => entry.amount)).toEqual(amounts);
  });

  it('pays the given amount', async () => {
    await expectPayment('play-amount');
    expect((await play('play-amount', 'exact', '4999.99')).status).toBe(201);
    expect((await ledgerOf('play-amount')).map((entry) => entry.amount)).toEqual(['4999.99']);
  });

  it('pays less and more of the smallest amounts as well', async () => {
    await expectPayment('play-tiny', coinSystem(), 1n);
    await play('play-tiny', 'short');
    await play('play-tiny', 'over');
    const amounts = (await ledgerOf('play-tiny')).map((entry) => entry.amount);
    expect(amounts).toHaveLength(2);
    expect(amounts).not.toContain('0');
  });

  it('accepts a JSON:API document and media type', async () => {
    await expectPayment('play-document');
    const answer = await fetch(`${context.url}/sandbox/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type: 'payments', attributes: { order_id: 'play-document', scenario: 'exact' } } }),
    });
    expect(answer.status).toBe(201);
  });

  it('answers 404 for an order without an invoice', async () => {
    expect((await play('nobody', 'exact')).status).toBe(404);
  });

  it.each([
    [{ order_id: 'play-exact', scenario: 'steal' }, '/scenario'],
    [{ order_id: 'play-exact' }, '/scenario'],
    [{ scenario: 'exact' }, '/order_id'],
    [{ order_id: 'play-exact', scenario: 'exact', amount: 5 }, '/amount'],
    [{ order_id: 'play-exact', scenario: 'exact', amount: '1e3' }, '/amount'],
    [{ order_id: 'play-exact', scenario: 'exact', amount: '-1' }, '/amount'],
    [{ order_id: 'play-exact', scenario: 'exact', amount: '0.00' }, '/amount'],
    [{ order_id: 'play-exact', scenario: 'exact', amount: '1.001' }, '/amount'],
  ])('answers 422 for %j with a pointer', async (document, pointer) => {
    await expectPayment('play-exact');
    const before = (await ledgerOf('play-exact')).length;
    const answer = await context.post('/sandbox/payments', document);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: [{ status: '422', source: { pointer } }] });
    expect(await ledgerOf('play-exact')).toHaveLength(before);
  });

  it('answers 4xx for a body or media type other than JSON', async () => {
    expect((await context.post('/sandbox/payments', '{')).status).toBe(400);
    expect((await fetch(`${context.url}/sandbox/payments`, { method: 'POST', body: 'order_id=1' })).status).toBe(415);
  });
});

describe('GET /sandbox/ledger', () => {
  it('shows both directions with their receivers', async () => {
    await expectPayment('ledger-both');
    await play('ledger-both', 'exact');
    const destination = { card_number: '2200000000000004' };
    await context.rail.payOut({
      reference: 'ledger-ref',
      orderId: 'ledger-both',
      paymentSystem: cardSystem(),
      amount: 120_50n,
      destination,
    });
    const invoice = await context.provider.invoice('ledger-both');
    expect(await ledgerOf('ledger-both')).toEqual([
      expect.objectContaining({
        direction: 'in',
        amount: '5000',
        currency: 'RUB',
        destination: invoice?.pay_to,
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      }),
      expect.objectContaining({
        direction: 'out',
        reference: 'ledger-ref',
        amount: '120.5',
        currency: 'RUB',
        destination: '2200000000000004',
      }),
    ]);
  });

  it('can be narrowed to one order', async () => {
    const answer = await fetch(`${context.url}/sandbox/ledger?order_id=nobody`);
    expect(await answer.json()).toEqual({ entries: [] });
  });

  it('cannot be rewritten, not even by the owner of the database', async () => {
    await expectPayment('ledger-kept');
    await play('ledger-kept', 'exact');
    const { default: sql } = await import('sql-template-tag');
    await expect(context.database.db.run(sql`update sandbox.entries set amount = 1`)).rejects.toMatchObject({ code: '42501' });
    await expect(context.database.adminDb.run(sql`delete from sandbox.entries`)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('POST /sandbox/faults', () => {
  it('sets the given faults, keeps the others, and returns both', async () => {
    expect(await (await context.post('/sandbox/faults', { payouts: 'error_500' })).json()).toEqual({
      payouts: 'error_500',
      callbacks: 'ok',
    });
    expect(await (await context.post('/sandbox/faults', { callbacks: 'drop' })).json()).toEqual({
      payouts: 'error_500',
      callbacks: 'drop',
    });
    await context.post('/sandbox/faults', { payouts: 'ok', callbacks: 'ok' });
    expect(await (await fetch(`${context.url}/sandbox/faults`)).json()).toEqual({ payouts: 'ok', callbacks: 'ok' });
  });

  it.each([{ payouts: 'maybe' }, { callbacks: true }, {}, [], null, 'ok'])('answers 422 for %j', async (document) => {
    const answer = await context.post('/sandbox/faults', JSON.stringify(document));
    expect(answer.status).toBe(422);
    const { errors } = (await answer.json()) as { errors: { detail: string }[] };
    expect(errors[0]?.detail).not.toBe('');
  });
});

describe('the calls of the exchange', () => {
  it.each([
    ['POST', '/sandbox/invoices'],
    ['POST', '/sandbox/payouts'],
    ['GET', '/sandbox/payouts/any'],
    ['GET', '/sandbox/events'],
  ])('%s %s needs the shared key', async (method, path) => {
    const body = method === 'POST' ? '{}' : null;
    const send = (headers: Record<string, string>) =>
      fetch(context.url + path, {
        method,
        body,
        headers: { ...(body === null ? {} : { 'content-type': 'application/json' }), ...headers },
      });
    expect((await send({})).status).toBe(401);
    const wrongKey = signContent(context.keys.callback, callContent(method, path, body ?? ''), Date.now());
    expect((await send({ [SIGNATURE_HEADER]: wrongKey })).status).toBe(401);
    const otherPath = signContent(context.keys.api, callContent(method, '/sandbox/other', body ?? ''), Date.now());
    expect((await send({ [SIGNATURE_HEADER]: otherPath })).status).toBe(401);
    const right = signContent(context.keys.api, callContent(method, path, body ?? ''), Date.now());
    expect([200, 404, 422]).toContain((await send({ [SIGNATURE_HEADER]: right })).status);
  });

  it('refuse a payout order that arrives after the sender stopped waiting', async () => {
    const body = JSON.stringify({
      reference: 'too-late',
      order_id: 'x',
      payment_system: 'SBERRUB',
      currency: 'RUB',
      network: null,
      amount: '1',
      destination: '2200000000000004',
      destination_memo: null,
      valid_until: Date.now() - 1,
    });
    const headers = {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signContent(context.keys.api, callContent('POST', '/sandbox/payouts', body), Date.now()),
    };
    const answer = await fetch(`${context.url}/sandbox/payouts`, { method: 'POST', body, headers });
    expect(answer.status).toBe(410);
    expect(await context.provider.askPayout('too-late')).toEqual({ outcome: 'unknown_reference', isCertain: true });
  });

  it('refuse an existing reference with other terms', async () => {
    const request = {
      reference: 'one-meaning',
      orderId: 'x',
      paymentSystem: cardSystem(),
      amount: 100n,
      destination: { card_number: '2200000000000004' },
    };
    expect((await context.rail.payOut(request)).outcome).toBe('executed');
    expect((await context.rail.payOut({ ...request, amount: 200n })).outcome).toBe('unknown');
    expect((await ledgerOf('x')).map((entry) => entry.amount)).toEqual(['1']);
  });

  it('issue requisites that no other order ever gets, for one amount only', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, index) => expectPayment(`unique-${index}`)));
    const invoices = await Promise.all(Array.from({ length: 100 }, (_, index) => context.provider.invoice(`unique-${index}`)));
    expect(new Set(invoices.map((invoice) => invoice?.pay_to)).size).toBe(100);
    const other = await context.rail.receive({
      orderId: 'unique-0',
      paymentSystem: cardSystem(),
      amount: 1n,
      payerRequisites: {},
      ...URLS,
    });
    expect(other.outcome).toBe('unavailable');
  });

  it('are refused for a network the provider does not serve', async () => {
    const answer = await context.rail.receive({
      orderId: 'moon',
      paymentSystem: coinSystem({ network: 'MOON' }),
      amount: 1n,
      payerRequisites: {},
      ...URLS,
    });
    expect(answer.outcome).toBe('unavailable');
  });
});

describe('a restart', () => {
  it('finds the ledger, the faults and the open payouts', async () => {
    const first = await createSandboxWorld({ database: context.database, timing: { confirmationMs: 30, payoutMs: 50 } });
    await first.rail.receive({
      orderId: 'restart',
      paymentSystem: coinSystem({ requiredConfirmations: 4 }),
      amount: 5n,
      payerRequisites: {},
      ...URLS,
    });
    await first.post('/sandbox/payments', { order_id: 'restart', scenario: 'exact' });
    const request = {
      reference: 'restart-ref',
      orderId: 'restart',
      paymentSystem: coinSystem(),
      amount: 7n,
      destination: { address: 'bc1qt06zeva4x9m6dv9hyw5sqhjl8auhufdj4hasg2' },
    };
    expect((await first.rail.payOut(request)).outcome).toBe('accepted');
    await first.post('/sandbox/faults', { callbacks: 'drop' });
    await first.close();

    const second = await createSandboxWorld({ database: context.database });
    try {
      await expect
        .poll(async () => (await second.provider.ledger('restart')).map(({ direction, amount }) => `${direction} ${amount}`).toSorted(), {
          timeout: 10_000,
        })
        .toEqual(['in 0.00000005', 'out 0.00000007']);
      expect(await second.provider.faults()).toEqual({ payouts: 'ok', callbacks: 'drop' });
    } finally {
      await second.post('/sandbox/faults', { callbacks: 'ok' });
      await second.close();
    }
  });
});

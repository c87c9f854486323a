import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import { systemRandom } from '#server/platform/random.ts';
import type { AcquirerPayment } from '#tests/make/acquirer-books.ts';
import { createPayeer, payeerCallback } from '#tests/make/payeer-dialect.ts';
import { type RecordedEvents, recordRailEvents } from '#tests/make/rail-suite.ts';
import { createWalletWorld, WALLET_AMOUNT, type WalletDialect, type WalletWorld } from '#tests/make/wallet-world.ts';

type Fields = Readonly<Record<string, string>>;

/** A provider: its signed calls about a payment, the names of their fields, and what it expects as an answer. */
interface Provider {
  readonly makeDialect: (now: () => number) => WalletDialect;
  readonly callback: (payment: AcquirerPayment, changes?: Fields) => Fields;
  readonly names: { readonly amount: string; readonly status: string; readonly shop: string; readonly signature: string };
  readonly statuses: { readonly failed: string };
  readonly reply: (reference: string) => unknown;
}

const PAYEER: Provider = {
  makeDialect: createPayeer,
  callback: payeerCallback,
  names: { amount: 'm_amount', status: 'm_status', shop: 'm_shop', signature: 'm_sign' },
  statuses: { failed: 'fail' },
  reply: (reference) => ({ type: 'text/plain; charset=utf-8', text: `${reference}|success` }),
};

describe.each([['payeer', PAYEER]] as const)('payments by %s', (_name, { makeDialect, callback, names, statuses, reply }) => {
  let world: WalletWorld;
  beforeAll(async () => {
    world = await createWalletWorld(makeDialect);
  });
  afterAll(async () => await world.close());

  async function offer(): Promise<RequisitesOffer> {
    const urls = { successUrl: 'https://exchange.example/success', failureUrl: 'https://exchange.example/failure' };
    const request = { paymentSystem: world.system, amount: WALLET_AMOUNT, payerRequisites: {}, locale: 'en', ...urls } as const;
    const answer = await world.rail.receive({ orderId: systemRandom.publicId(20), ...request });
    if (answer.outcome !== 'offered') throw new Error(answer.reason);
    return answer.offer;
  }
  /** The provider books a payment of an order, and a report of it is looked for. */
  const book = (reference: string, changes: Partial<AcquirerPayment> = {}): AcquirerPayment =>
    world.standIn.books.add({ reference, minor: WALLET_AMOUNT, state: 'paid', currency: 'USD', ...changes });
  async function deliver(fields: Fields, recorded: RecordedEvents) {
    const body = Buffer.from(new URLSearchParams(fields).toString());
    const verdict = await world.rail.callback?.(
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body },
      recorded.events,
    );
    await world.rail.poll(recorded.events);
    return verdict;
  }
  const accepted = (reference: string) => {
    const expected = reply(reference);
    return expected === undefined ? { verdict: 'accepted' } : { verdict: 'accepted', reply: expected };
  };

  it('the form carries the signature that the provider documents', async () => {
    const { url, method, formFields, reference } = await offer();
    const send = async (fields: Fields) =>
      (await fetch(url ?? '', { method: method ?? 'GET', body: new URLSearchParams({ ...fields }) })).status;
    expect(await send(formFields ?? {})).toBe(200);
    expect(world.standIn.books.pages.get(reference)).toMatchObject({ minor: WALLET_AMOUNT, currency: 'USD' });
    const amountField = Object.entries(formFields ?? {}).find(([, value]) => value === '100.00')?.[0] ?? '';
    expect(await send({ ...formFields, [amountField]: '1.00' })).toBe(400);
  });

  it('a call, its repetition and its replay credit one payment', async () => {
    const { reference } = await offer();
    const recorded = recordRailEvents();
    const fields = callback(book(reference));
    for (let time = 0; time < 3; time += 1) expect(await deliver(fields, recorded)).toEqual(accepted(reference));
    expect(recorded.finalOf(reference)).toMatchObject([{ amount: WALLET_AMOUNT }]);
    expect(recorded.deposits.filter((deposit) => deposit.reference === reference)).toHaveLength(1);
    expect(recorded.oddities).toEqual([]);
  });

  it('the amount of a call is not believed: the provider’s own list counts', async () => {
    const { reference } = await offer();
    const recorded = recordRailEvents();
    await deliver(callback(book(reference, { minor: 1_00n }), { [names.amount]: '100.00' }), recorded);
    expect(recorded.finalOf(reference)).toMatchObject([{ amount: 1_00n }]);
  });

  it('calls in the wrong order end with what the provider lists', async () => {
    const { reference } = await offer();
    const recorded = recordRailEvents();
    const payment = book(reference);
    await deliver(callback(payment), recorded);
    await deliver(callback(payment, { [names.status]: statuses.failed }), recorded);
    expect(recorded.deposits.filter((deposit) => deposit.reference === reference)).toMatchObject([{ state: 'final' }]);
  });

  it('a call with a wrong or missing signature, for another shop or about no order of ours is refused', async () => {
    const { reference } = await offer();
    const recorded = recordRailEvents();
    const payment = book(reference, { state: 'pending' });
    const fields = callback(payment);
    const { [names.signature]: signature = '', ...unsigned } = fields;
    const forged = [
      unsigned,
      { ...fields, [names.signature]: `${signature.slice(1)}0` },
      { ...fields, [names.amount]: '1.00' },
      callback(payment, { [names.shop]: 'ANOTHER_SHOP' }),
    ];
    for (const one of forged) expect(await deliver(one, recorded)).toEqual({ verdict: 'bad_signature' });
    const unknown = await deliver(callback({ ...payment, reference: 'no-such-order' }), recorded);
    expect(unknown).toEqual({ verdict: 'unknown' });
    expect(recorded.deposits).toEqual([]);
  });

  it('a call about a payment that the provider does not list as paid credits nothing', async () => {
    const { reference } = await offer();
    const recorded = recordRailEvents();
    await deliver(callback({ ...book(reference, { state: 'pending' }), state: 'paid' }), recorded);
    expect(recorded.deposits).toEqual([]);
  });

  it('a payment in another currency is an oddity and credits nothing', async () => {
    const { reference } = await offer();
    const recorded = recordRailEvents();
    await deliver(callback(book(reference, { currency: 'RUB' })), recorded);
    expect(recorded.oddities).toMatchObject([{ kind: 'other_currency' }]);
    expect(recorded.deposits).toEqual([]);
  });

  it('a payment without any call is found', async () => {
    const { reference } = await offer();
    const recorded = recordRailEvents();
    book(reference);
    await world.twin.poll(recorded.events);
    expect(recorded.finalOf(reference)).toMatchObject([{ amount: WALLET_AMOUNT }]);
  });
});

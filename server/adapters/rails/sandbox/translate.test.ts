import { describe, expect, it } from 'vitest';
import { cardSystem, coinSystem } from '#tests/make/sandbox-payment-systems.ts';
import type { PayOutRequest, ReceiveRequest } from '#server/adapters/rails/port.ts';
import type { ProviderResponse } from './client.ts';
import { readAskAnswer, readEvent, readFeedPage, readInvoiceAnswer, readPayOutAnswer, toDeposit, toPayoutOrder } from './translate.ts';

const answer = (status: number, document: unknown): ProviderResponse => ({ kind: 'answer', status, document });
const silence: ProviderResponse = { kind: 'none', reason: 'late' };

/* Answers as the provider gave them. */
const INVOICE = {
  order_id: 'k3v9x2m7q4',
  amount: '5000',
  currency: 'RUB',
  pay_to: '2200009216090303',
  memo: null,
  requisites: [
    { name: 'card_number', value: '2200009216090303' },
    { name: 'recipient', value: 'TEST CUSTOMER' },
  ],
  qr_payload: null,
  pay_url: 'http://localhost:3000/sandbox/pay/k3v9x2m7q4',
  checkout_url: 'http://localhost:3000/sandbox/checkout',
};
const PAYOUT = {
  id: 'out_7h2kq0s9x3m5w8d1v6c4',
  reference: '3f0c1f9e-66a6-4f0b-9a7b-0f3f5e1d2c4b',
  order_id: 'k3v9x2m7q4',
  payment_system: 'BTC',
  amount: '0.015',
  currency: 'BTC',
  state: 'executed',
  tx_hash: 'aa'.repeat(32),
  reason: null,
};
const PAYMENT = {
  id: 'pay_0a1b2c3d4e5f6g7h8j9k',
  order_id: 'k3v9x2m7q4',
  payment_system: 'BTC',
  amount: '0.015',
  currency: 'BTC',
  state: 'seen',
  confirmations: 1,
  required_confirmations: 3,
  tx_hash: 'bb'.repeat(32),
  seen_at: '2026-01-15T12:00:00.250Z',
};

const receiving = (changes: Partial<ReceiveRequest> = {}): ReceiveRequest => ({
  orderId: INVOICE.order_id,
  paymentSystem: cardSystem(),
  amount: 5000_00n,
  payerRequisites: {},
  locale: 'en',
  successUrl: 'http://localhost:3000/success',
  failureUrl: 'http://localhost:3000/failure',
  ...changes,
});
const paying: PayOutRequest = {
  reference: PAYOUT.reference,
  orderId: PAYOUT.order_id,
  paymentSystem: coinSystem(),
  amount: 1_500_000n,
  destination: { memo: '77', address: 'bc1qt06zeva4x9m6dv9hyw5sqhjl8auhufdj4hasg2' },
};

describe('the response to an invoice request', () => {
  it('is an offer with values to copy', () => {
    expect(readInvoiceAnswer(answer(201, INVOICE), receiving())).toEqual({
      outcome: 'offered',
      offer: {
        kind: 'requisites',
        amount: 5000_00n,
        reference: INVOICE.order_id,
        fields: [
          { key: 'card_number', labelKey: 'card_number', value: '2200009216090303' },
          { key: 'recipient', labelKey: 'recipient', value: 'TEST CUSTOMER' },
        ],
        memo: null,
        qrPayload: null,
        url: null,
        method: null,
        formFields: null,
      },
    });
  });

  it('is a link or a form if the payment system is set so', () => {
    const by = (offer: string) =>
      readInvoiceAnswer(answer(200, INVOICE), receiving({ paymentSystem: cardSystem({ railSettings: { offer } }) }));
    expect(by('redirect')).toMatchObject({
      offer: { kind: 'redirect', url: `${INVOICE.pay_url}?lang=en`, method: 'GET', fields: [], formFields: null },
    });
    expect(by('form')).toMatchObject({
      offer: {
        kind: 'form',
        url: INVOICE.checkout_url,
        method: 'POST',
        formFields: { order_id: INVOICE.order_id, amount: '5000', currency: 'RUB', lang: 'en' },
      },
    });
  });

  it('is a definite refusal only if the provider refuses', () => {
    const outcome = (response: ProviderResponse) => readInvoiceAnswer(response, receiving()).outcome;
    expect([409, 422].map((status) => outcome(answer(status, {})))).toEqual(['unavailable', 'unavailable']);
    expect([400, 401, 404, 429, 500, 503, 302].map((status) => outcome(answer(status, {})))).toEqual(Array(7).fill('later'));
    expect(outcome(silence)).toBe('later');
    expect(outcome(answer(200, { ...INVOICE, requisites: [] }))).toBe('later');
    expect(outcome(answer(200, { ...INVOICE, order_id: 'another' }))).toBe('later');
    expect(outcome(answer(200, undefined))).toBe('later');
  });
});

describe('the response about a payout', () => {
  it('is executed, accepted or failed according to its state', () => {
    expect(readPayOutAnswer(answer(200, PAYOUT), paying)).toEqual({
      outcome: 'executed',
      externalId: PAYOUT.id,
      txHash: PAYOUT.tx_hash,
      amount: 1_500_000n,
      networkFee: null,
    });
    expect(readPayOutAnswer(answer(201, { ...PAYOUT, state: 'accepted' }), paying)).toMatchObject({
      outcome: 'accepted',
      externalId: PAYOUT.id,
    });
    expect(readPayOutAnswer(answer(201, { ...PAYOUT, state: 'refused', reason: 'refused by the receiving bank' }), paying)).toEqual({
      outcome: 'failed',
      reason: 'refused by the receiving bank',
    });
    expect(readPayOutAnswer(answer(422, {}), paying).outcome).toBe('failed');
  });

  it('is unknown, never a failure, for no response, errors, other references, new states and malformed responses', () => {
    const responses = [
      silence,
      ...[302, 400, 401, 404, 409, 410, 429, 500, 502, 503, 504].map((status) => answer(status, PAYOUT)),
      answer(200, undefined),
      answer(200, '<html>'),
      answer(200, { ...PAYOUT, reference: 'another' }),
      answer(200, { ...PAYOUT, state: 'paused' }),
      answer(200, { ...PAYOUT, amount: '1e3' }),
      answer(200, { ...PAYOUT, amount: '0.015000001' }),
    ];
    expect(responses.map((each) => readPayOutAnswer(each, paying).outcome)).toEqual(Array(responses.length).fill('unknown'));
  });

  it('is not_found only if the provider is certain', () => {
    expect(readAskAnswer(answer(404, { certain: true }), paying)).toEqual({ outcome: 'not_found' });
    expect(readAskAnswer(answer(404, { certain: false }), paying).outcome).toBe('unknown');
    expect(readAskAnswer(answer(404, undefined), paying).outcome).toBe('unknown');
    expect(readAskAnswer(answer(410, { certain: true }), paying).outcome).toBe('unknown');
    expect(readAskAnswer(silence, paying).outcome).toBe('unknown');
    expect(readAskAnswer(answer(200, PAYOUT), paying).outcome).toBe('executed');
  });
});

describe('a payout order', () => {
  it('has separate fields for the receiver and the memo', () => {
    expect(toPayoutOrder(paying, 17)).toMatchObject({
      amount: '0.015',
      destination: paying.destination['address'],
      destination_memo: '77',
      valid_until: 17,
    });
  });

  it('takes the receiver of a refund from the payer requisites', () => {
    const paymentSystem = cardSystem({ outcomeFields: [], incomeFields: cardSystem().outcomeFields });
    expect(toPayoutOrder({ ...paying, paymentSystem, destination: { card_number: '2200000000000004' } }, 17)).toMatchObject({
      destination: '2200000000000004',
      destination_memo: null,
    });
  });
});

describe('an event', () => {
  it('is a deposit in minor units', () => {
    const reading = readEvent({ seq: '7', type: 'payment.changed', at: '2026-01-15T12:00:01Z', data: PAYMENT });
    expect(reading).toMatchObject({ kind: 'event', event: { seq: '7' } });
    expect(toDeposit('sandbox', PAYMENT, coinSystem())).toEqual({
      rail: 'sandbox',
      externalId: PAYMENT.id,
      reference: PAYMENT.order_id,
      paymentSystemCode: 'BTC',
      amount: 1_500_000n,
      state: 'seen',
      confirmations: 1,
      requiredConfirmations: 3,
      txHash: PAYMENT.tx_hash,
      firstSeenAt: Date.parse('2026-01-15T12:00:00.250Z'),
    });
  });

  it('with an unknown state is on its way; a declined one failed', () => {
    const state = (name: string) => toDeposit('sandbox', { ...PAYMENT, state: name }, coinSystem()).state;
    expect(['seen', 'final', 'declined', 'frozen'].map(state)).toEqual(['seen', 'final', 'failed', 'seen']);
  });

  it('with an invalid amount throws', () => {
    for (const amount of ['', '-1', '0', '1e3', '0.0000000001'])
      expect(() => toDeposit('sandbox', { ...PAYMENT, amount }, coinSystem())).toThrow(/amount/);
  });

  it('of an unknown type is skipped; a malformed one is reported as malformed', () => {
    expect(readEvent({ seq: '8', type: 'invoice.viewed', data: {} })).toEqual({ kind: 'other' });
    const nonsense = [undefined, null, [], 'x', {}, { seq: '8', type: 'payment.changed', data: {} }, { seq: 'x', type: 'invoice.viewed' }];
    expect(nonsense.map((each) => readEvent(each).kind)).toEqual(Array(nonsense.length).fill('nonsense'));
  });

  it('comes in pages, and an invalid page is not an empty page', () => {
    expect(readFeedPage(answer(200, { events: [] }))).toEqual([]);
    expect(readFeedPage(answer(200, { events: [{ seq: '8', type: 'invoice.viewed', data: {} }] }))).toHaveLength(1);
    expect([answer(500, { events: [] }), answer(200, {}), answer(200, undefined), silence].map(readFeedPage)).toEqual(
      Array(4).fill(undefined),
    );
  });
});

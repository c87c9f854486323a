import { expect, it, test } from 'vitest';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { differenceOf, moneyState, postingState, sumTexts, waitingReason } from './order-money.ts';

const order = { received_amount: '100', surplus_returned_amount: null, taken_back_amount: null } as const;

it('is awaited only while no money has arrived and the order is open', () => {
  const empty = { ...order, received_amount: '0.00' };
  expect([
    moneyState({ ...empty, status: 'awaiting_payment' }).isAwaited,
    moneyState({ ...order, status: 'awaiting_payment' }).isAwaited,
  ]).toEqual([true, false]);
  expect([moneyState({ ...empty, status: 'expired' }).isAwaited, moneyState({ ...empty, status: 'expired' }).nothingKey]).toEqual([
    false,
    'never_came',
  ]);
});

it('has an outcome for refunds and final states, and pays out otherwise', () => {
  const outcomes = Object.groupBy(ORDER_STATUSES, (status) => moneyState({ ...order, status }).outcome);
  expect(outcomes).toMatchObject({
    paid: ['completed'],
    refunds: ['refund_pending'],
    refunded: ['refunded'],
    unpaid: ['expired', 'cancelled', 'payment_failed', 'rejected'],
  });
});

it('does not count a returned surplus', () => {
  const { returned: gone } = moneyState({ ...order, received_amount: '140', surplus_returned_amount: '40', status: 'completed' });
  expect([differenceOf('100', '140', gone)?.amount, differenceOf('100', '140', [])?.amount]).toEqual(['0', '+40']);
});

test.each([
  ['100', '100.00', { amount: '0', percent: '0' }],
  ['200', '180', { amount: '-20', percent: expect.stringMatching(/^[-−]10/) }],
  ['0.1', '0.15', { amount: '+0.05', percent: expect.stringMatching(/^\+50/) }],
  ['4800', '4800.37', { amount: '+0.37', percent: expect.stringMatching(/^\+0/) }],
  ['100', '0', null],
])('agreed %s, received %s: %s', (expected, received, difference) => {
  expect(differenceOf(expected, received, [])).toEqual(difference);
});

test('money taken back is subtracted from the received amount', () => {
  expect(differenceOf('9000', '18000', ['9000.00'])).toEqual({ amount: '0', percent: '0' });
  expect(differenceOf('9000', '9000', ['9000'])).toEqual({ amount: '-9000', percent: expect.stringMatching(/^[-−]100/) });
});

const side = (name: string, currency: string) => ({ id: name, name, currency_iso_code: currency, rail: 'test' });
const orderWithAmounts = {
  income: side('Tether TRC-20', 'USDT'),
  outcome: side('Сбербанк', 'RUB'),
  income_amount: '6000',
  outcome_amount: '482664',
  received_amount: '5999.5',
  income_requisites_masked: {},
  outcome_requisites_masked: { holder: '', card_number: '2202 20•• •••• 0008' },
};

test('a confirmation has amounts and masked destinations, and a text for an unknown destination', () => {
  expect(sumTexts(orderWithAmounts, { locale: 'ru', nowhere: 'нигде' })).toEqual({
    give: '6000\u00A0USDT',
    received: '5999,5\u00A0USDT',
    get: '482\u00A0664\u00A0RUB',
    to: '2202 20•• •••• 0008 (Сбербанк)',
    back: 'нигде',
  });
});

type Deposit = OfficeOrderAttributes['deposits'][number];
const depositWith = (part: Partial<Deposit>): Deposit =>
  ({ rail: 'operator', state: 'final', beyond_rail: false, posted_at: null, ...part }) as unknown as Deposit;

it('an observation beside a rail report is not posted automatically', () => {
  const entered = depositWith({});
  const reverted = depositWith({ rail: 'sandbox', state: 'reverted' });
  const failed = depositWith({ rail: 'sandbox', state: 'failed' });
  expect(postingState(entered, [reverted, entered])).toBe('posted_by_rail');
  expect(postingState(entered, [failed, entered])).toBe('not_posted');
  expect(postingState(entered, [entered])).toBe('not_posted');
  expect(postingState(depositWith({ beyond_rail: true }), [reverted])).toBe('not_posted');
  expect(postingState(depositWith({ posted_at: '2026-11-22T10:00:00Z' }), [reverted])).toBe('posted');
  expect(postingState(reverted, [reverted])).toBe('posted_no_more');
});

const depositsIn = (...states: readonly OfficeOrderAttributes['deposits'][number]['state'][]) =>
  states.map((state) => ({ state })) as unknown as OfficeOrderAttributes['deposits'];

it('reports reverted money as taken back, not as claimed by the customer', () => {
  expect(waitingReason({ attention: 'moderation', deposits: depositsIn('final', 'reverted') })).toBe('taken_back');
  expect(waitingReason({ attention: 'moderation', deposits: depositsIn() })).toBe('moderation');
  expect(waitingReason({ attention: 'moderation', deposits: depositsIn('failed') })).toBe('moderation');
  expect(waitingReason({ attention: 'surplus', deposits: depositsIn('reverted') })).toBe('surplus');
  expect(waitingReason({ attention: null, deposits: depositsIn('reverted') })).toBeNull();
});

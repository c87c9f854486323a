import { describe, expect, it } from 'vitest';
import type { CallError } from '#contract/call-errors.ts';
import { needsNewKey, openOrdersIn } from './order-failure.ts';

const refused = (code: string) => ({ isSettled: true, errors: [{ code } as CallError] });

it('the key is kept without a response and after too many requests, and replaced after a refusal', () => {
  expect(needsNewKey({ isSettled: false, errors: [] })).toBe(false);
  expect(needsNewKey(refused('too_many_requests'))).toBe(false);
  expect(needsNewKey(refused('rate_changed'))).toBe(true);
});

describe('own unpaid orders', () => {
  const error = (code: string, meta: Readonly<Record<string, unknown>>) => [{ name: '', type: '', code, message: '', field: null, meta }];
  it('are read only from the refusal that lists them', () => {
    const order = {
      id: 'a',
      payment_system_from_id: 'SBERRUB',
      payment_system_to_id: 'BTC',
      income_amount: '5000',
      outcome_amount: '0.1',
    };
    expect(openOrdersIn(error('too_many_open_orders', { orders: [order] }))).toMatchObject([{ id: 'a', income_amount: '5000' }]);
    expect(openOrdersIn(error('too_many_open_orders', {}))).toEqual([]);
    expect(openOrdersIn(error('rate_changed', { orders: [order] }))).toEqual([]);
  });
});

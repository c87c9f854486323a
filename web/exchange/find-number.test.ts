import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openOrdersIn } from './OpenOrders.tsx';
import { findNumber } from './find-number.ts';

describe('a proof of work', () => {
  it('is the number whose hash after the salt is the challenge, as the server makes it', () => {
    const salt = 'a1?expires=1&';
    const puzzle = (number: number) => ({ salt, maxnumber: 500, challenge: createHash('sha256').update(`${salt}${number}`).digest('hex') });
    expect([0, 7, 500].map((number) => findNumber(puzzle(number)))).toEqual([0, 7, 500]);
    expect(findNumber(puzzle(501))).toBeNull();
  });
});

describe('own unpaid orders', () => {
  const error = (code: string, meta: Readonly<Record<string, unknown>>) => [{ name: '', type: '', code, message: '', field: null, meta }];
  it('are read from the refusal that lists them, and from no other', () => {
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

import { describe, expect, it, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { lastPromiseAt, type PayoutWait, currentPromise, REVIEW_MS } from './promise.ts';
import { COMPLIANCE_DECISION_MS } from './deadlines.ts';

const review: PayoutWait = { since: 0, ms: REVIEW_MS };

describe('a promise', () => {
  it('holds until its time has passed, and is then replaced by a later one that names it', () => {
    expect(currentPromise([review], 0)).toEqual({ at: REVIEW_MS, missed: null });
    expect(currentPromise([review], REVIEW_MS - 1)).toEqual({ at: REVIEW_MS, missed: null });
    expect(currentPromise([review], REVIEW_MS)).toEqual({ at: 2 * HOUR_MS, missed: REVIEW_MS });
    expect(currentPromise([{ since: 0, ms: 7 * MINUTE_MS }], 3 * HOUR_MS)).toEqual({ at: 6 * HOUR_MS, missed: 2 * HOUR_MS });
  });

  it('never moves to an earlier time, and is not replaced after the last one', () => {
    const half = { since: 0, ms: 12 * HOUR_MS };
    expect(currentPromise([half], 12 * HOUR_MS)).toEqual({ at: 24 * HOUR_MS, missed: 12 * HOUR_MS });
    expect(currentPromise([review], 72 * HOUR_MS)).toBeNull();
    expect(lastPromiseAt([review])).toBe(72 * HOUR_MS);
    expect(lastPromiseAt([{ since: 0, ms: 96 * HOUR_MS }])).toBe(96 * HOUR_MS);
  });

  it('does not exist without a wait', () => {
    expect([currentPromise([], 0), lastPromiseAt([])]).toEqual([null, null]);
  });
});

const TEN = 10 * MINUTE_MS;
const paid: PayoutWait = { since: 0, ms: TEN };
const approved: PayoutWait = { since: 0, ms: REVIEW_MS };
const checked: PayoutWait = { since: 0, ms: COMPLIANCE_DECISION_MS };
const handedAt = (minute: number): PayoutWait => ({ since: minute * MINUTE_MS, ms: TEN });

/** Waits of an order; minutes after payment; the promise then; the missed promise. */
const ORDERS: readonly (readonly [string, readonly PayoutWait[], number, number, number | null])[] = [
  ['paid', [paid], 9, 10, null],
  ['paid, and late', [paid], 10, 120, 10],
  ['asked about', [paid, approved], 25, 30, null],
  ['approved early, paid by the machine', [paid, approved], 26, 30, null],
  ['approved at 25, paid by hand', [paid, approved, handedAt(25)], 26, 35, null],
  ['approved at 25, paid by hand too late', [paid, approved, handedAt(25)], 35, 145, 35],
  ['approved at 2, paid by hand', [paid, approved, handedAt(2)], 13, 30, null],
  ['approved at 25, its payer found it impossible', [paid, approved, handedAt(25)], 34, 35, null],
  ['approved late, paid by hand', [paid, approved, handedAt(50)], 51, 60, null],
  ['checked, and decided after a day', [paid, checked], 24 * 60 + 1, 72 * 60, null],
  ['checked in the last minute, paid by hand', [paid, checked, handedAt(72 * 60 - 1)], 72 * 60, 72 * 60 + 9, null],
  ['asked about, in an exchange of an hour', [{ since: 0, ms: HOUR_MS }, approved], 31, 60, null],
  ['failed, taken by hand after every promise', [paid, handedAt(96 * 60)], 96 * 60, 96 * 60 + 10, null],
];

test.each(ORDERS)('of an order that was %s: the latest of all its waits', (_name, waits, minute, at, missed) => {
  for (const order of [waits, waits.toReversed()])
    expect(currentPromise(order, minute * MINUTE_MS)).toEqual({ at: at * MINUTE_MS, missed: missed === null ? null : missed * MINUTE_MS });
});

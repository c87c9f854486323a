import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { MAILS_PER_DAY, MAILS_PER_MINUTE, planLetters, retryDelayMs, UNPAID_MAILS_PER_DAY } from './allowance.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const waiting = (count: number, isPaid = false) => Array.from({ length: count }, (_, i) => ({ id: `o${i}`, isPaid }));
const ago = (ms: number, times: number) => Array.from({ length: times }, () => NOW - ms);

describe('what one address is sent', () => {
  it('is a letter for each order while there is room, and one for all beyond it', () => {
    expect(planLetters(waiting(5), [], NOW).letters).toHaveLength(5);
    expect(planLetters(waiting(6), [], NOW).letters.map((letter) => letter.length)).toEqual([6]);
    expect(planLetters(waiting(3), ago(SECOND_MS, 3), NOW).letters.map((letter) => letter.length)).toEqual([3]);
  });

  it('waits until the minute, or the day, has room again', () => {
    expect(planLetters(waiting(1), ago(20 * SECOND_MS, MAILS_PER_MINUTE), NOW)).toEqual({ letters: [], nextAt: NOW + 40 * SECOND_MS });
    const day = ago(DAY_MS - MINUTE_MS, UNPAID_MAILS_PER_DAY);
    expect(planLetters(waiting(1), day, NOW)).toEqual({ letters: [], nextAt: NOW + MINUTE_MS });
  });

  it('about money still goes out when orders without money have used up their share', () => {
    const day = ago(2 * MINUTE_MS, UNPAID_MAILS_PER_DAY);
    expect(planLetters(waiting(1), day, NOW).letters).toHaveLength(0);
    expect(planLetters(waiting(1, true), day, NOW).letters).toHaveLength(1);
    expect(planLetters(waiting(1, true), ago(2 * MINUTE_MS, MAILS_PER_DAY), NOW).letters).toHaveLength(0);
  });

  it('never is more than 5 a minute and 30 a day, and nothing stays behind for ever', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ afterMs: fc.nat(20 * MINUTE_MS), isPaid: fc.boolean() }), { maxLength: 120 }), (arrivals) => {
        const sent: number[] = [];
        const queue: { id: string; isPaid: boolean }[] = [];
        let now = NOW;
        const turn = () => {
          const plan = planLetters(queue, sent, now);
          for (const letter of plan.letters) {
            sent.unshift(now);
            queue.splice(0, queue.length, ...queue.filter((one) => !letter.includes(one)));
          }
          return plan.nextAt;
        };
        for (const [i, { afterMs, isPaid }] of arrivals.entries()) {
          now += afterMs;
          queue.push({ id: `o${i}`, isPaid });
          turn();
        }
        for (let i = 0; queue.length > 0 && i < 20; i += 1) now = Math.max(now, turn() ?? now);
        expect(queue).toEqual([]);
        for (const at of sent) {
          expect(sent.filter((one) => one > at - MINUTE_MS && one <= at).length).toBeLessThanOrEqual(MAILS_PER_MINUTE);
          expect(sent.filter((one) => one > at - DAY_MS && one <= at).length).toBeLessThanOrEqual(MAILS_PER_DAY);
        }
      }),
    );
  });

  it('is tried again ever more seldom, up to a quarter of an hour', () => {
    expect([1, 2, 3].map(retryDelayMs)).toEqual([10_000, 20_000, 40_000]);
    expect(retryDelayMs(100)).toBe(15 * MINUTE_MS);
  });
});

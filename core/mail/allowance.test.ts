import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { MAILS_PER_DAY, MAILS_PER_MINUTE, planMails, retryDelayMs, UNPAID_MAILS_PER_DAY } from './allowance.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const waiting = (count: number, isPaid = false) => Array.from({ length: count }, (_, i) => ({ id: `o${i}`, isPaid }));
const ago = (ms: number, times: number) => Array.from({ length: times }, () => NOW - ms);

describe('e-mails to one address', () => {
  it('are sent one per order within the allowance, and one for all orders beyond it', () => {
    expect(planMails(waiting(5), [], NOW).mails).toHaveLength(5);
    expect(planMails(waiting(6), [], NOW).mails.map((letter) => letter.length)).toEqual([6]);
    expect(planMails(waiting(3), ago(SECOND_MS, 3), NOW).mails.map((letter) => letter.length)).toEqual([3]);
  });

  it('wait until the minute, or the day, allows more', () => {
    expect(planMails(waiting(1), ago(20 * SECOND_MS, MAILS_PER_MINUTE), NOW)).toEqual({ mails: [], nextAt: NOW + 40 * SECOND_MS });
    const day = ago(DAY_MS - MINUTE_MS, UNPAID_MAILS_PER_DAY);
    expect(planMails(waiting(1), day, NOW)).toEqual({ mails: [], nextAt: NOW + MINUTE_MS });
  });

  it('about money are sent when orders without money have used their part', () => {
    const day = ago(2 * MINUTE_MS, UNPAID_MAILS_PER_DAY);
    expect(planMails(waiting(1), day, NOW).mails).toHaveLength(0);
    expect(planMails(waiting(1, true), day, NOW).mails).toHaveLength(1);
    expect(planMails(waiting(1, true), ago(2 * MINUTE_MS, MAILS_PER_DAY), NOW).mails).toHaveLength(0);
  });

  it('are at most 5 a minute and 30 a day, and nothing is lost', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ afterMs: fc.nat(20 * MINUTE_MS), isPaid: fc.boolean() }), { maxLength: 120 }), (arrivals) => {
        const sent: number[] = [];
        const queue: { id: string; isPaid: boolean }[] = [];
        let now = NOW;
        const turn = () => {
          const plan = planMails(queue, sent, now);
          for (const letter of plan.mails) {
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

  it('are retried at growing intervals, up to a quarter of an hour', () => {
    expect([1, 2, 3].map(retryDelayMs)).toEqual([10_000, 20_000, 40_000]);
    expect(retryDelayMs(100)).toBe(15 * MINUTE_MS);
  });
});

import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { type AttemptResponse, nextDeliveryState, RETRY_PERIOD_MS, waitMs } from './delivery.ts';

const refused: AttemptResponse = { status: 500, requestedWaitMs: null };
const nextState = (answer: AttemptResponse, attempts = 1, now = 0) =>
  nextDeliveryState(answer, { attempts, endsAt: RETRY_PERIOD_MS, now, random: 0.5 });

describe('the next state of an event', () => {
  test.each([200, 201, 204, 299])('%i is accepted', (status) =>
    expect(nextState({ status, requestedWaitMs: null })).toEqual({ state: 'delivered' }),
  );
  test.each([301, 307, 400, 401, 404, 429, 500, 503])('%i is retried', (status) =>
    expect(nextState({ status, requestedWaitMs: null }).state).toBe('pending'),
  );
  test('410 ends the event and the webhook', () =>
    expect(nextState({ status: 410, requestedWaitMs: null })).toEqual({ state: 'failed', isGone: true }));

  test('is retried for a day with growing waits, and then has failed', () => {
    const times: number[] = [];
    let now = 0;
    for (let attempts = 1; ; attempts += 1) {
      const next = nextState(refused, attempts, now);
      if (next.state !== 'pending') {
        expect(next).toEqual({ state: 'failed', isGone: false });
        break;
      }
      times.push(next.nextAt - now);
      now = next.nextAt;
    }
    expect(times.slice(0, 7)).toEqual([5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS]);
    expect(new Set(times.slice(6))).toEqual(new Set([2 * HOUR_MS]));
    expect(now).toBeGreaterThan(DAY_MS - 2 * HOUR_MS);
    expect(now).toBeLessThanOrEqual(DAY_MS);
  });

  test('events that failed together are not retried together', () => {
    expect([0, 0.5, 1].map((random) => waitMs(1, random))).toEqual([4500, 5000, 5500]);
  });

  test('waits as long as the server asks, within bounds', () => {
    const after = (askedWaitMs: number) => nextState({ status: 429, requestedWaitMs: askedWaitMs });
    expect(after(60 * SECOND_MS)).toEqual({ state: 'pending', nextAt: 60 * SECOND_MS });
    expect(after(0)).toEqual({ state: 'pending', nextAt: 5 * SECOND_MS });
    expect(after(365 * DAY_MS)).toEqual({ state: 'pending', nextAt: 6 * HOUR_MS });
  });
});

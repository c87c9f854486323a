import { expect, test } from 'vitest';
import type { Live } from '#server/platform/live.ts';
import { officeEvents } from './desk-events.ts';

function fakeLive() {
  const listeners = new Map<string, Set<(payload: string) => void>>();
  const again = new Set<() => void>();
  const live: Live = {
    notify: async () => undefined,
    hint: () => undefined,
    subscribe(channel, listener) {
      const own = listeners.get(channel) ?? new Set();
      listeners.set(channel, own.add(listener));
      return () => own.delete(listener);
    },
    onReconnect(listener) {
      again.add(listener);
      return () => again.delete(listener);
    },
    start: async () => undefined,
    stop: async () => undefined,
  };
  return {
    live,
    say: (channel: string, payload: string) => listeners.get(channel)?.forEach((listener) => listener(payload)),
    reconnect: () => again.forEach((listener) => listener()),
    count: () => [...listeners.values()].reduce((sum, own) => sum + own.size, 0) + again.size,
  };
}

const clock = { now: () => 42 };

test('moves, lease changes and reconnections become hints; many about one order become one', async () => {
  const fake = fakeLive();
  const gone = new AbortController();
  const events = officeEvents({ live: fake.live, clock }, gone.signal);
  const first = events.next();
  fake.say('order_changed', 'a:7');
  expect((await first).value).toEqual({ id: '42', event: 'order_changed', data: { id: 'a', version: 7 } });
  for (let version = 8; version < 100; version += 1) fake.say('order_changed', `a:${version}`);
  fake.say('order_lease_changed', 'b');
  fake.say('incidents_changed', 'x');
  fake.say('incidents_changed', 'y');
  fake.reconnect();
  expect((await events.next()).value).toMatchObject({ data: { id: 'a', version: 99 } });
  expect((await events.next()).value).toMatchObject({ event: 'lease_changed', data: { id: 'b' } });
  expect((await events.next()).value).toMatchObject({ event: 'incidents_changed' });
  expect((await events.next()).value).toMatchObject({ event: 'resync' });
  gone.abort();
  expect((await events.next()).done).toBe(true);
});

test.each(['withdrawals_changed', 'card_checks_changed', 'reviews_changed', 'bank_lines_changed', 'payout_tasks_changed', 'chat_changed'])(
  'a work list is notified of %s at once',
  async (channel) => {
    const fake = fakeLive();
    const gone = new AbortController();
    const events = officeEvents({ live: fake.live, clock }, gone.signal);
    const next = events.next();
    fake.say(channel, 'x');
    expect((await next).value).toMatchObject({ event: channel });
    gone.abort();
  },
);

test('a client that disconnects while waiting leaves nothing behind', async () => {
  const fake = fakeLive();
  const gone = new AbortController();
  const events = officeEvents({ live: fake.live, clock }, gone.signal);
  const waiting = events.next();
  // One subscription for each channel
  expect(fake.count()).toBeGreaterThan(0);
  gone.abort();
  expect((await waiting).done).toBe(true);
  expect(fake.count()).toBe(0);
});

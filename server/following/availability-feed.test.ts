import { expect, test } from 'vitest';
import type { AvailabilityEvent } from '#contract/public/following.ts';
import type { Switch } from '#core/staff/switches.ts';
import type { Direction } from '#core/payment-system/payment-system.ts';
import type { VisibleNotice } from '#server/public-notice/notices.ts';
import { NOW } from '#tests/make/order.ts';
import { createAvailabilityFeed } from './availability-feed.ts';

const shopBreak: Switch = {
  id: 'a-switch',
  kind: 'shop',
  subject: null,
  side: 'both',
  reason: 'maintenance',
  text: { ru: 'Скоро вернёмся', en: 'Back soon' },
  from: NOW,
  until: NOW + 60_000,
};

const notice = { key: 'n1', kind: 'info', text: { ru: 'Привет', en: 'Hello' }, link: null, dismissible: true } as unknown as VisibleNotice;

function createFeed(pairs: readonly (readonly [string, string])[]) {
  const memory = {
    systems: [] as unknown[],
    directions: pairs.map(([incomeCode, outcomeCode]) => ({ incomeCode, outcomeCode })) as unknown as Direction[],
    snapshot: { id: 'first' } as unknown,
    off: [] as Switch[],
    notice: null as VisibleNotice | null,
    closed: new Set<string>(),
  };
  const feed = createAvailabilityFeed({
    catalogue: { paymentSystems: () => memory.systems, directions: () => memory.directions } as never,
    quotes: {
      snapshot: () => memory.snapshot,
      isOpen: (pair: Direction) => !memory.closed.has(`${pair.incomeCode}>${pair.outcomeCode}`),
    } as never,
    switches: { off: () => memory.off },
    notices: { current: () => memory.notice, nextBreak: () => null },
    clock: { now: () => NOW },
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const left = new AbortController();
  const open = () => {
    const events = feed.follow(left.signal)[Symbol.asyncIterator]();
    return async () => {
      const { value } = await events.next();
      return { event: value, data: JSON.parse(String(value?.data)) as AvailabilityEvent };
    };
  };
  return { memory, open, leave: () => left.abort() };
}

test('a page gets every opening and closing, whatever the reason, and all pages of a process the same event', async () => {
  const { memory, open, leave } = createFeed([
    ['A', 'B'],
    ['A', 'C'],
  ]);
  const [one, other] = [open(), open()];
  const first = (await one()).data;
  expect(first).toMatchObject({ previous: null, changes: null, tech_break: null, notice: null });
  expect((await other()).data.version).toBe(first.version);
  // A price guard or an empty pool: only availability changes
  memory.closed.add('A>C');
  memory.snapshot = { id: 'second' };
  const [closed, same] = [await one(), await other()];
  expect(closed.data).toMatchObject({ previous: first.version, changes: { opened: [], closed: ['A>C'] } });
  expect(same.event).toBe(closed.event);
  memory.closed.clear();
  memory.snapshot = { id: 'third' };
  const opened = (await one()).data;
  expect(opened).toMatchObject({ previous: closed.data.version, changes: { opened: ['A>C'], closed: [] } });
  expect(opened.version).toBe(first.version);
  leave();
});

test('the shop’s break and notice are sent in full, in both languages; a new price alone is not sent', async () => {
  const { memory, open, leave } = createFeed([['A', 'B']]);
  const next = open();
  await next();
  memory.snapshot = { id: 'second' };
  memory.off = [shopBreak];
  memory.notice = notice;
  expect((await next()).data).toMatchObject({
    changes: { opened: [], closed: [] },
    tech_break: { reason: 'maintenance', text: { ru: 'Скоро вернёмся', en: 'Back soon' }, server_time: new Date(NOW).toISOString() },
    notice: { key: 'n1', text: { ru: 'Привет', en: 'Hello' } },
  });
  let isSent = false;
  const waiting = next().then(() => (isSent = true));
  memory.snapshot = { id: 'third' };
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isSent).toBe(false);
  memory.off = [];
  await waiting;
  leave();
});

test('with more directions than fit into one event every page queries its own', async () => {
  const { memory, open, leave } = createFeed(Array.from({ length: 301 }, (_, i) => ['A', `B${i}`] as const));
  const next = open();
  await next();
  for (const { incomeCode, outcomeCode } of memory.directions) memory.closed.add(`${incomeCode}>${outcomeCode}`);
  memory.snapshot = undefined;
  expect((await next()).data.changes).toBeNull();
  leave();
});

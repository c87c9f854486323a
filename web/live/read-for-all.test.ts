import { expect, test } from 'vitest';
import { MAX_FOLLOWED } from '#contract/public/following.ts';
import { connectionKeyOf, createWantedSubjects, type PageSubjects } from './read-for-all.ts';

const order = (id: string, version: number) => ({ id, locale: 'en', version });
const page = (name: string, want: Partial<PageSubjects>): PageSubjects => ({
  page: name,
  orders: [],
  chat: false,
  availability: false,
  ...want,
});
const event = (id: string, version: number) => JSON.stringify({ order_id: id, locale: 'en', version });

test('the stream follows what any page follows, an order from the oldest version shown', () => {
  const wanted = createWantedSubjects();
  expect(wanted.add(page('a', { orders: [order('x', 3)], chat: true }), 0)).toBe(true);
  wanted.add(page('b', { orders: [order('x', 2), order('y', 1)] }), 0);
  expect(wanted.all()).toEqual({ orders: [order('x', 2), order('y', 1)], chat: true, availability: false });
  expect(wanted.add(page('a', { availability: true }), 1)).toBe(false);
  expect(wanted.all()).toEqual({ orders: [order('x', 2), order('y', 1)], chat: false, availability: true });
  wanted.remove('b');
  expect(wanted.all().orders).toEqual([]);
});

test('an order is followed from its newest event', () => {
  const wanted = createWantedSubjects();
  wanted.add(page('a', { orders: [order('x', 1)] }), 0);
  wanted.record(event('x', 5));
  wanted.record('{"kind":"unknown"}');
  expect(wanted.all().orders).toEqual([order('x', 5)]);
  expect(wanted.newerEvents(page('b', { orders: [order('x', 4), order('y', 1)] }))).toEqual([event('x', 5)]);
  expect(wanted.newerEvents(page('b', { orders: [order('x', 5)] }))).toEqual([]);
  wanted.keepEventsOf(page('b', { orders: [order('y', 1)] }));
  expect(wanted.newerEvents(page('b', { orders: [order('x', 4)] }))).toEqual([]);
});

test('a silent page is removed', () => {
  const wanted = createWantedSubjects();
  wanted.add(page('a', { chat: true }), 10);
  wanted.removeSilent(10);
  expect(wanted.all().chat).toBe(true);
  wanted.removeSilent(11);
  expect(wanted.all().chat).toBe(false);
});

test('the last orders are followed, as many as one stream takes', () => {
  const wanted = createWantedSubjects();
  wanted.add(page('a', { orders: Array.from({ length: MAX_FOLLOWED + 1 }, (_, nr) => order(`o${nr}`, 1)) }), 0);
  expect(wanted.all().orders.map(({ id }) => id)).toEqual(Array.from({ length: MAX_FOLLOWED }, (_, nr) => `o${nr + 1}`));
});

test('a new version of the same order needs no new connection', () => {
  const subjects = (orders: PageSubjects['orders']) => ({ orders, chat: false, availability: true });
  expect(connectionKeyOf(subjects([order('x', 1), order('y', 1)]))).toBe(connectionKeyOf(subjects([order('y', 2), order('x', 3)])));
  expect(connectionKeyOf(subjects([order('x', 1)]))).not.toBe(connectionKeyOf({ ...subjects([order('x', 1)]), chat: true }));
});

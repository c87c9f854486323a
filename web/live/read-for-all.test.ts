import { expect, test } from 'vitest';
import { MAX_FOLLOWED } from '#contract/public/following.ts';
import { connectionKeyOf, createFollowedSubjects, type PageSubjects } from './read-for-all.ts';

const order = (id: string, version: number) => ({ id, locale: 'en', version });
const page = (name: string, fields: Partial<PageSubjects>): PageSubjects => ({
  page: name,
  orders: [],
  chat: false,
  availability: false,
  ...fields,
});
const event = (id: string, version: number) => JSON.stringify({ order_id: id, locale: 'en', version });

test('the stream follows what any page follows, an order from the oldest version shown', () => {
  const followed = createFollowedSubjects();
  expect(followed.add(page('a', { orders: [order('x', 3)], chat: true }), 0)).toBe(true);
  followed.add(page('b', { orders: [order('x', 2), order('y', 1)] }), 0);
  expect(followed.all()).toEqual({ orders: [order('x', 2), order('y', 1)], chat: true, availability: false });
  expect(followed.add(page('a', { availability: true }), 1)).toBe(false);
  expect(followed.all()).toEqual({ orders: [order('x', 2), order('y', 1)], chat: false, availability: true });
  followed.remove('b');
  expect(followed.all().orders).toEqual([]);
});

test('an order is followed from its newest event', () => {
  const followed = createFollowedSubjects();
  followed.add(page('a', { orders: [order('x', 1)] }), 0);
  followed.record(event('x', 5));
  followed.record('{"kind":"unknown"}');
  expect(followed.all().orders).toEqual([order('x', 5)]);
  expect(followed.newerEvents(page('b', { orders: [order('x', 4), order('y', 1)] }))).toEqual([event('x', 5)]);
  expect(followed.newerEvents(page('b', { orders: [order('x', 5)] }))).toEqual([]);
  followed.keepEventsOf(page('b', { orders: [order('y', 1)] }));
  expect(followed.newerEvents(page('b', { orders: [order('x', 4)] }))).toEqual([]);
});

test('a silent page is removed', () => {
  const followed = createFollowedSubjects();
  followed.add(page('a', { chat: true }), 10);
  followed.removeSilent(10);
  expect(followed.all().chat).toBe(true);
  followed.removeSilent(11);
  expect(followed.all().chat).toBe(false);
});

test('the last orders are followed, as many as one stream takes', () => {
  const followed = createFollowedSubjects();
  followed.add(page('a', { orders: Array.from({ length: MAX_FOLLOWED + 1 }, (_, index) => order(`o${index}`, 1)) }), 0);
  expect(followed.all().orders.map(({ id }) => id)).toEqual(Array.from({ length: MAX_FOLLOWED }, (_, index) => `o${index + 1}`));
});

test('a new version of the same order needs no new connection', () => {
  const subjects = (orders: PageSubjects['orders']) => ({ orders, chat: false, availability: true });
  expect(connectionKeyOf(subjects([order('x', 1), order('y', 1)]))).toBe(connectionKeyOf(subjects([order('y', 2), order('x', 3)])));
  expect(connectionKeyOf(subjects([order('x', 1)]))).not.toBe(connectionKeyOf({ ...subjects([order('x', 1)]), chat: true }));
});

import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Result } from '#core/result.ts';
import { insertThread } from '#server/chat/store.ts';
import { CHAT_CHANNEL } from '#server/chat/events.ts';
import type { ServerEvent, Visitor } from '#server/platform/http/route.ts';
import { SESSIONS_CHANNEL } from '#server/sessions/end-sessions.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { followingRoutes } from './routes.ts';

let world: World;
const listeners: ((payload: string) => void)[] = [];
const hinted: ((payload: string) => void)[] = [];
const ended: ((userId: string) => void)[] = [];
const notifyOrderChange = (orderId: string) => listeners.forEach((listener) => listener(`${orderId}:1`));
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.close();
});

interface FollowRequest {
  readonly guestItemIds?: readonly string[];
  readonly orders?: string;
  readonly chat?: '1';
  readonly lastEventId?: string;
  readonly visitor?: Visitor;
}

/** Opens the stream as a guest's browser that holds these orders; yields its events. */
async function open({ guestItemIds = [], orders, chat, lastEventId, visitor = { kind: 'guest' } }: FollowRequest) {
  const left = new AbortController();
  const call = {
    query: { orders, chat },
    header: (name: string) => (name === 'last-event-id' ? lastEventId : undefined),
    visitor,
    guestToken: undefined,
    guestKey: 'a-browser-of-a-guest-1',
    guestItemIds,
    locale: 'ru',
    signal: left.signal,
  };
  const live = {
    ...world.deps.live,
    subscribe: (channel: string, listener: (payload: string) => void) => {
      if (channel === 'order_changed') listeners.push(listener);
      if (channel === SESSIONS_CHANNEL) ended.push(listener);
      if (channel === CHAT_CHANNEL) hinted.push(listener);
      return () => undefined;
    },
  };
  const [route] = followingRoutes({ ...world.deps, live });
  const answer = (await route?.handle(call as never)) as Result<{ readonly events: AsyncIterable<ServerEvent> }>;
  if (!answer.ok)
    return {
      refusal: answer.refusals[0]?.code,
      next: () => Promise.reject(new Error('no stream')),
      leave: () => undefined,
      isOver: () => true,
    };
  const events = answer.value.events[Symbol.asyncIterator]();
  return {
    refusal: undefined,
    async next() {
      const one = (await events.next()).value as ServerEvent;
      return { ...one, data: (typeof one.data === 'string' ? JSON.parse(one.data) : one.data) as Record<string, unknown> };
    },
    isOver: async () => (await events.next()).done,
    async leave() {
      left.abort();
      await events.return?.();
    },
  };
}

test('a stream ends with its session, also when signed out elsewhere', async () => {
  const order = await world.order();
  const userId = crypto.randomUUID();
  const visitor = { kind: 'user', userId, role: 'customer', sessionId: 'ended meanwhile' } as unknown as Visitor;
  const stream = await open({ guestItemIds: [order.id], orders: `${order.id}:0:ru`, visitor });
  expect((await stream.next()).event).toBe('order');
  for (const listener of ended) listener(userId);
  expect(await stream.isOver()).toBe(true);
});

test('several orders share one stream, each in its page’s language; orders of others are refused', async () => {
  const [own, second, foreign] = [await world.order(), await world.order(), await world.order()];
  const guestItemIds = [own.id, second.id];
  const orders = `${own.id}:0:ru,${second.id}:${second.version}:en,${foreign.id}:0:ru`;
  const stream = await open({ guestItemIds, orders });
  const received = [await stream.next(), await stream.next()];
  expect(received.map(({ event, data }) => [event, data['order_id']]).toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
    ['order', own.id],
    ['refused', foreign.id],
  ]);
  expect(received.find(({ event }) => event === 'order')?.data).toMatchObject({
    locale: 'ru',
    version: own.version,
    told: { data: { id: own.id } },
  });
  // A foreign order's move is not streamed; one of the second own order is
  await world.deposit(foreign);
  await world.deposit(second);
  await world.drain();
  for (const { id } of [foreign, second]) notifyOrderChange(id);
  const moved = await stream.next();
  expect(moved).toMatchObject({ event: 'order', data: { order_id: second.id, locale: 'en' } });
  await stream.leave();
  // A broken stream resumes at its last event id
  const again = await open({ guestItemIds, orders, lastEventId: moved.id });
  const resumed = await again.next();
  expect([resumed.event, resumed.data['order_id']]).not.toEqual(['order', own.id]);
  await again.leave();
  expect((await open({ guestItemIds: [], orders })).refusal).toBe('not_found');
  expect((await open({ chat: '1' })).refusal).toBe('not_found');
});

test('the holder of an order gets its office chat and no other', async () => {
  const [own, foreign] = [await world.order(), await world.order()];
  const stream = await open({ guestItemIds: [own.id], chat: '1' });
  const nextEvent = stream.next();
  for (const orderId of [foreign.id, own.id]) {
    const id = crypto.randomUUID();
    await world.deps.db.tx(async (tx) => {
      await insertThread(tx, { id, key: { orderId }, locale: 'ru', now: new Date(world.deps.clock.now()) });
      await tx.run(sql`update chat_threads set last_nr = 1 where id = ${id}`);
    });
    for (const listener of hinted) listener(`${id} ${orderId}`);
  }
  expect(await nextEvent).toMatchObject({ event: 'chat', data: { order_id: own.id } });
  await stream.leave();
});

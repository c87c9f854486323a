import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Locale } from '#core/locale.ts';
import type { Order } from '#core/order/order.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import type { ServerEvent } from '#server/platform/http/route.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { createOrderFeed, type OrderFeed } from './order-feed.ts';

let world: World;
let feed: OrderFeed;
let tell: (payload: string) => void;
let readings = 0;
let ended: AbortController;

beforeEach(async () => {
  world = await createWorld();
  ended = new AbortController();
  readings = 0;
  const db = new Proxy(world.deps.db, {
    get(target, name: keyof typeof world.deps.db) {
      if (name === 'maybe') readings += 1;
      return target[name];
    },
  });
  const live = {
    ...world.deps.live,
    subscribe: (_channel: string, listener: (payload: string) => void) => {
      tell = listener;
      return () => undefined;
    },
  };
  feed = createOrderFeed({ ...world.deps, db, live });
});
afterEach(async () => {
  ended.abort();
  await world.close();
});

/** A page of an order: what its stream has sent so far. */
function open(order: Order, locale: Locale, lastEventId?: string): ServerEvent[] {
  const seen: ServerEvent[] = [];
  void (async () => {
    for await (const event of feed.follow(order, { lastEventId, locale, signal: ended.signal })) seen.push(event);
  })();
  return seen;
}

const touch = (order: Order): Promise<Order> =>
  world.deps.db.tx((tx) => applyTouch(world.deps, tx, { order, touch: { touch: 'change_beside', by: 'customer' }, by: { actorId: null } }));

const change = async (order: Order): Promise<Order> => {
  const changed = await touch(order);
  tell(`${changed.id}:${changed.version}`);
  return changed;
};

it('many pages of one order are shown one document in each language, and no page anything of another order (R57)', async () => {
  const [first, second] = [await world.order(), await world.order({ email: 'other@example.org' })];
  const pages = Array.from({ length: 600 }, () => open(first, 'ru'));
  const english = open(first, 'en');
  const other = open(second, 'ru');
  await vi.waitFor(() => expect([...pages, english, other].every(({ length }) => length === 1)).toBe(true));
  expect(readings).toBe(3);
  const changed = await change(first);
  await vi.waitFor(() => expect([...pages, english].every(({ length }) => length === 2)).toBe(true));
  expect(new Set(pages.map((seen) => seen[1])).size).toBe(1);
  expect(pages[0]?.[1]?.id).toBe(String(changed.version));
  expect(english[1]).not.toBe(pages[0]?.[1]);
  expect(readings).toBe(5);
  expect(other).toHaveLength(1);
  for (const { data } of [...(pages[0] ?? []), ...english]) expect(String(data)).not.toContain(second.id);
});

it('whoever comes after a change that was not told yet is shown it, and what he knows is not sent again', async () => {
  const order = await world.order();
  const before = open(order, 'ru');
  await vi.waitFor(() => expect(before).toHaveLength(1));
  const silent = await touch(order);
  const [after, knowing] = [open(silent, 'ru'), open(silent, 'ru', String(silent.version))];
  await vi.waitFor(() => expect(after.map(({ id }) => id)).toEqual([String(silent.version)]));
  expect(knowing).toEqual([]);
  await change(silent);
  await vi.waitFor(() => expect([before.length, after.length, knowing.length]).toEqual([2, 2, 1]));
});

it('a document that could not be made is made again for the next page', async () => {
  const order = await world.order();
  const catalogue = world.deps.catalogue;
  let isBroken = true;
  const broken = createOrderFeed({
    ...world.deps,
    catalogue: { ...catalogue, paymentSystem: (code) => (isBroken ? undefined : catalogue.paymentSystem(code)) },
  });
  const next = () => broken.follow(order, { lastEventId: undefined, locale: 'ru', signal: ended.signal })[Symbol.asyncIterator]().next();
  await expect(next()).rejects.toThrow();
  isBroken = false;
  expect((await next()).value).toMatchObject({ id: String(order.version) });
});

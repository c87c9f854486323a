import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EstimateAttributes } from '#contract/public/requote-attributes.ts';
import type { Locale } from '#core/locale.ts';
import type { Order } from '#core/order/order.ts';
import { applyTouch } from '#server/orders/move/apply-move.ts';
import type { ServerEvent } from '#server/platform/http/route.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { createOrderFeed, type OrderFeed } from './order-feed.ts';

type Estimate = EstimateAttributes;

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

it('many pages of one order share one document per locale, and get nothing of another order (R57)', async () => {
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

it('a page that connects after a change gets it, and no version it already has', async () => {
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

it('a document that failed to render is rendered again for the next page', async () => {
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

it('the estimate of a floating order follows the market on all pages until its money is final', async () => {
  const order = await world.order({ payment_system_from_id: 'SBERRUB', payment_system_to_id: 'USDTTRC20' });
  const [page, english] = [open(order, 'ru'), open(order, 'en')];
  const estimates = (seen: readonly ServerEvent[]) =>
    seen.filter(({ event }) => event === 'estimate').map(({ data }) => (JSON.parse(String(data)) as { estimate: Estimate }).estimate);
  const last = async (count: number) => {
    await vi.waitFor(() => expect([page, english].map((seen) => estimates(seen).length)).toEqual([count, count]));
    return estimates(page).at(-1);
  };
  const quoted = () => world.deps.quotes.recalculate({ ...order });
  const market = async (roublesPerDollar: string) => {
    await world.prices(roublesPerDollar);
    await world.pass(1_000);
  };
  const first = await last(1);
  expect(first?.outcome_amount).toBe('99');
  const before = readings;
  await market('80');
  expect((await last(2))?.outcome_amount).toBe('111.37');
  expect(quoted()?.outcomeAmount).toBe(111_370_000n);
  // From memory
  expect(readings - before).toBeLessThanOrEqual(1);
  await market('80');
  await market('100');
  expect((await last(3))?.outcome_amount).toBe('89.1');
  expect(page.at(-1)).toMatchObject({ id: String(order.version), event: 'estimate' });
  await market('75');
  expect((await last(4))?.outcome_amount).toBe('118.8');
  const paid = await world.deposit(order);
  tell(`${paid.id}:${paid.version}`);
  await vi.waitFor(() => expect(page.at(-1)?.event).toBe('order'));
  expect(JSON.parse(String(page.at(-1)?.data))).toMatchObject({
    data: { attributes: { estimate: null, outcome_amount: '118.8', rate_type: 'floating' } },
  });
  await market('90');
  expect(estimates(page)).toHaveLength(4);
});

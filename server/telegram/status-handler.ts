import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { Order } from '#core/order/order.ts';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { findById } from '#server/orders/find-order.ts';
import { waitsForPeople } from '#server/orders/paid-by-people.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findPerson } from '#server/users/find-person.ts';
import type { BotHandler, BotMessage } from './handler.ts';
import { sayTo } from './say-to.ts';

type StatusDeps = Pick<Deps, 'clock' | 'random' | 't' | 'catalogue' | 'rails' | 'secrets' | 'settings' | 'orderFacts'>;

/** More would be a list to search in, for which there is a page. */
const MOST_ORDERS = 5;

const IdRow = z.object({ id: z.string() });

/** The newest orders of an account that may sign in. */
async function ofAccount(db: Queryable, userId: string): Promise<string[]> {
  const person = await findPerson(db, userId);
  if (person === undefined || person.isDisabled) return [];
  const rows = await db.many(
    IdRow,
    sql`select id from orders where user_id = ${userId} order by created_at desc, id desc limit ${MOST_ORDERS}`,
  );
  return rows.map(({ id }) => id);
}

/** The orders that a chat hears of, those it was linked to by name first. */
async function heardOf(db: Queryable, { links }: BotMessage): Promise<string[]> {
  const named = links.flatMap(({ order_id: id }) => (id === null ? [] : [id])).toReversed();
  const account = links.find(({ user_id: id }) => id !== null)?.user_id ?? null;
  return [...new Set([...named, ...(account === null ? [] : await ofAccount(db, account))])].slice(0, MOST_ORDERS);
}

/** Its page without the key: a chat is read over shoulders and passed on; who may see the order has the key elsewhere. */
function pageOf(deps: StatusDeps, order: Order): string {
  const { origin, pathname } = new URL(orderLinkOf(deps, order));
  return `${origin}${pathname}`;
}

/** One order in the words of its page's tab. */
async function lineOf(
  deps: StatusDeps,
  db: Queryable,
  { order, locale }: { readonly order: Order; readonly locale: Locale },
): Promise<string> {
  const { income, outcome } = orderSides(deps.catalogue, order);
  const isWithPeople = await waitsForPeople(deps, db, order);
  return [
    deps.t(locale, 'telegram.status_order', { id: order.id, from: income.name[locale], to: outcome.name[locale] }),
    deps.t(locale, isWithPeople ? 'order.with_people.title' : `status.${order.status}.title`),
    pageOf(deps, order),
  ].join('\n');
}

/** `/status`: how the orders stand that the chat hears of; nothing for a chat that hears of none. */
export const statusHandler = (deps: StatusDeps): BotHandler => ({
  name: 'status',
  takes: ({ command }) => command === 'status',
  async handle(tx, message) {
    const { chat, locale } = message;
    const orders = await Promise.all((await heardOf(tx, message)).map(async (id) => await findById(tx, id)));
    const known = orders.filter((order) => order !== undefined);
    const lines = await Promise.all(known.map(async (order) => await lineOf(deps, tx, { order, locale })));
    const none = message.links.length === 0 ? 'telegram.nothing_to_tell' : 'telegram.no_orders';
    await sayTo(deps, tx, { chat, text: lines.length === 0 ? deps.t(locale, none) : lines.join('\n\n') });
    return true;
  },
});

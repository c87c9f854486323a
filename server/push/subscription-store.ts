import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import sql, { type Sql } from 'sql-template-tag';
import { FINAL_STATUSES } from '#core/order/status.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import type { Whose } from '#server/telegram/whose.ts';

const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest();
const isOf = ({ userId, orderId }: Whose): Sql => (userId === null ? sql`order_id = ${orderId}` : sql`user_id = ${userId}`);

const ListedRow = z.object({ id: z.string(), name: z.string(), endpoint_hash: z.instanceof(Buffer), added_at: z.date() });

/** Browsers that hear of an account or an order, the newest first. */
export const subscriptionsOf = (db: Queryable, whose: Whose) =>
  db.many(ListedRow, sql`select id, name, endpoint_hash, added_at from push_subscriptions where ${isOf(whose)} order by added_at desc, id`);

export interface NewSubscription {
  readonly id: string;
  readonly whose: Whose;
  readonly endpoint: string;
  readonly sealed: Buffer;
  readonly name: string;
  readonly locale: Locale;
  readonly now: Instant;
}

/** So many browsers hear of one account, and of one order; one more takes the place of the oldest. */
const MOST = { account: 10, order: 5 } as const;

/** A browser is there once for an order, and for one account at a time: who signs in there next has it. */
export async function insertSubscription(tx: Tx, { id, whose, endpoint, sealed, name, locale, now }: NewSubscription): Promise<void> {
  const hash = hashOf(endpoint);
  const same = whose.userId === null ? sql`order_id = ${whose.orderId}` : sql`user_id is not null`;
  await tx.run(sql`delete from push_subscriptions where endpoint_hash = ${hash} and ${same}`);
  const most = whose.userId === null ? MOST.order : MOST.account;
  await tx.run(sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where ${isOf(whose)} order by added_at desc, id offset ${most - 1})`);
  await tx.run(sql`
    insert into push_subscriptions (id, user_id, order_id, endpoint_hash, subscription_sealed, name, locale, added_at)
    values (${id}, ${whose.userId}, ${whose.orderId}, ${hash}, ${sealed}, ${name}, ${locale}, ${new Date(now)})
    on conflict do nothing`);
}

/** One of somebody's own; 0 for another's as for none. */
export const deleteSubscription = (tx: Tx, whose: Whose, id: string): Promise<number> =>
  tx.run(sql`delete from push_subscriptions where id = ${id} and ${isOf(whose)}`);

/** Forgets browsers of guests whose orders ended before then: nothing is told of them any more. */
export const purgeOrderSubscriptions = (db: Queryable, before: Instant): Promise<number> =>
  db.run(sql`
    delete from push_subscriptions s using orders o
    where o.id = s.order_id and o.status = any(${[...FINAL_STATUSES]}::text[]) and o.status_changed_at < ${new Date(before)}`);

const SealedRow = z.object({ subscription_sealed: z.instanceof(Buffer), locale: z.enum(LOCALES) });

export const findSealed = (db: Queryable, id: string) =>
  db.maybe(SealedRow, sql`select subscription_sealed, locale from push_subscriptions where id = ${id}`);

/** Its push service knows it no more: nobody who was told there is. */
export const forgetEndpoint = (db: Queryable, id: string): Promise<number> =>
  db.run(sql`delete from push_subscriptions where endpoint_hash = (select endpoint_hash from push_subscriptions where id = ${id})`);

/** Browsers of an account that were added before a moment. */
export const deleteSubscriptionsBefore = (tx: Tx, userId: string, before: Instant): Promise<number> =>
  tx.run(sql`delete from push_subscriptions where user_id = ${userId} and added_at < ${new Date(before)}`);

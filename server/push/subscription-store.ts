import { createHash } from 'node:crypto';
import { FINAL_STATUSES } from '#core/order/status.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import type { NoticeOwner } from '#server/mails/notices/channel.ts';

const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest();
const isOwnedBy = ({ userId, orderId }: NoticeOwner): Sql => (userId === null ? sql`order_id = ${orderId}` : sql`user_id = ${userId}`);

const ListedRow = rowType({ id: col.text, name: col.text, endpoint_hash: col.bytes, added_at: col.timestamp });

/** Browsers of an account or order, newest first. */
export const subscriptionsOf = (db: Queryable, owner: NoticeOwner) =>
  db.many(
    ListedRow,
    sql`select id, name, endpoint_hash, added_at from push_subscriptions where ${isOwnedBy(owner)} order by added_at desc, id`,
  );

export interface NewSubscription {
  readonly id: string;
  readonly owner: NoticeOwner;
  readonly endpoint: string;
  readonly sealed: Buffer;
  readonly name: string;
  readonly locale: Locale;
  readonly now: Instant;
}

/** Browsers per account and per order. One more replaces the oldest. */
const MAX_BROWSERS = { account: 10, order: 5 } as const;

/** Adds a browser. It is subscribed once per order, and to one account at a time. */
export async function insertSubscription(tx: Tx, { id, owner, endpoint, sealed, name, locale, now }: NewSubscription): Promise<void> {
  const hash = hashOf(endpoint);
  const replaced = owner.userId === null ? sql`order_id = ${owner.orderId}` : sql`user_id is not null`;
  await tx.run(sql`delete from push_subscriptions where endpoint_hash = ${hash} and ${replaced}`);
  const limit = owner.userId === null ? MAX_BROWSERS.order : MAX_BROWSERS.account;
  await tx.run(sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where ${isOwnedBy(owner)} order by added_at desc, id offset ${limit - 1})`);
  await tx.run(sql`
    insert into push_subscriptions (id, user_id, order_id, endpoint_hash, subscription_sealed, name, locale, added_at)
    values (${id}, ${owner.userId}, ${owner.orderId}, ${hash}, ${sealed}, ${name}, ${locale}, ${new Date(now)})
    on conflict do nothing`);
}

/** Deletes one of the owner's browsers. Returns 0 if there is none. */
export const deleteSubscription = (tx: Tx, owner: NoticeOwner, id: string): Promise<number> =>
  tx.run(sql`delete from push_subscriptions where id = ${id} and ${isOwnedBy(owner)}`);

/** Deletes guests' browsers whose orders ended before a moment. */
export const purgeOrderSubscriptions = (db: Queryable, before: Instant): Promise<number> =>
  db.run(sql`
    delete from push_subscriptions s using orders o
    where o.id = s.order_id and o.status = any(${[...FINAL_STATUSES]}::text[]) and o.status_changed_at < ${new Date(before)}`);

const SealedRow = rowType({ subscription_sealed: col.bytes, locale: col.oneOf(LOCALES) });

export const findSealed = (db: Queryable, id: string) =>
  db.maybe(SealedRow, sql`select subscription_sealed, locale from push_subscriptions where id = ${id}`);

/** Deletes a subscription that the push service no longer has. */
export const deleteEndpoint = (db: Queryable, id: string): Promise<number> =>
  db.run(sql`delete from push_subscriptions where endpoint_hash = (select endpoint_hash from push_subscriptions where id = ${id})`);

/** Deletes an account's browsers added before a moment. */
export const deleteSubscriptionsBefore = (tx: Tx, userId: string, before: Instant): Promise<number> =>
  tx.run(sql`delete from push_subscriptions where user_id = ${userId} and added_at < ${new Date(before)}`);

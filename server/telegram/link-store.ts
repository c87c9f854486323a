import { LOCALES, type Locale } from '#core/locale.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import type { NoticeOwner } from '#server/mails/notices/channel.ts';

/** How a link ended: on our page, by a command in the chat, by blocking the bot, or by linking the chat to another account. */
const LINK_ENDS = ['page', 'chat', 'blocked', 'replaced'] as const;
export type LinkEnd = (typeof LINK_ENDS)[number];

const LinkRow = rowType({
  id: col.text,
  chat_id: col.text,
  user_id: col.nullable(col.text),
  order_id: col.nullable(col.text),
  locale: col.oneOf(LOCALES),
  linked_at: col.timestamp,
  ended_at: col.nullable(col.timestamp),
  ended_by: col.nullable(col.oneOf(LINK_ENDS)),
});
export type LinkRow = RowOf<typeof LinkRow>;

const isOwnedBy = ({ userId, orderId }: NoticeOwner): Sql => (userId === null ? sql`order_id = ${orderId}` : sql`user_id = ${userId}`);

/** What a chat is linked to, accounts first. */
export const linksOfChat = (db: Queryable, chat: string): Promise<LinkRow[]> =>
  db.many(
    LinkRow,
    sql`select ${LinkRow.list} from telegram_links where chat_id = ${chat} and ended_at is null
      order by user_id nulls last, linked_at limit 50`,
  );

/** Chats linked to an account or order, and those lost by blocking; newest first. */
export const listLinks = (db: Queryable, owner: NoticeOwner): Promise<LinkRow[]> =>
  db.many(
    LinkRow,
    sql`
    select ${LinkRow.list} from telegram_links where ${isOwnedBy(owner)} and (ended_at is null or ended_by = 'blocked')
    order by ended_at desc nulls first, linked_at desc limit 10`,
  );

/** Ends links; returns how many. */
const endLinks = (tx: Tx, condition: Sql, by: LinkEnd, now: Instant): Promise<number> =>
  tx.run(sql`update telegram_links set ended_at = ${new Date(now)}, ended_by = ${by} where ended_at is null and ${condition}`);

export const endLinksOfChat = (tx: Tx, chat: string, by: LinkEnd, now: Instant): Promise<number> =>
  endLinks(tx, sql`chat_id = ${chat}`, by, now);

/** Ends one of the owner's links. Returns 0 if there is none. */
export const endLink = (tx: Tx, owner: NoticeOwner, id: string, now: Instant): Promise<number> =>
  endLinks(tx, sql`id = ${id} and ${isOwnedBy(owner)}`, 'page', now);

/** Ends an account's links from before a moment, and its unopened links to the bot. */
export async function endLinksBefore(tx: Tx, range: { readonly userId: string; readonly before: Instant }, now: Instant): Promise<void> {
  await endLinks(tx, sql`user_id = ${range.userId} and linked_at < ${new Date(range.before)}`, 'page', now);
  await tx.run(sql`delete from telegram_tokens where user_id = ${range.userId}`);
}

/** Deletes links that ended before a moment. */
export const purgeLinks = (db: Queryable, before: Instant): Promise<number> =>
  db.run(sql`delete from telegram_links where ended_at < ${new Date(before)}`);

export interface NewLink {
  readonly id: string;
  readonly chat: string;
  readonly owner: NoticeOwner;
  readonly locale: Locale;
  readonly now: Instant;
}

/** Links a chat. A chat is linked to one account at a time, and to an order once. */
export async function insertLink(tx: Tx, { id, chat, owner, locale, now }: NewLink): Promise<void> {
  const replaced =
    owner.userId === null ? sql`chat_id = ${chat} and order_id = ${owner.orderId}` : sql`chat_id = ${chat} and user_id is not null`;
  await endLinks(tx, replaced, 'replaced', now);
  await tx.run(sql`
    insert into telegram_links (id, chat_id, user_id, order_id, locale, linked_at)
    values (${id}, ${chat}, ${owner.userId}, ${owner.orderId}, ${locale}, ${new Date(now)})`);
}

const TokenRow = rowType({ user_id: col.nullable(col.text), order_id: col.nullable(col.text), locale: col.oneOf(LOCALES) });

export interface NewToken {
  readonly hash: Buffer;
  readonly owner: NoticeOwner;
  readonly locale: Locale;
  readonly now: Instant;
  readonly expiresAt: Instant;
}

/** Valid tokens of one account or order; older ones are deleted. */
const MAX_TOKENS = 5;

export async function insertToken(tx: Tx, { hash, owner, locale, now, expiresAt }: NewToken): Promise<void> {
  await tx.run(sql`
    delete from telegram_tokens where expires_at <= ${new Date(now)} or hash in (
      select hash from telegram_tokens where ${isOwnedBy(owner)} order by expires_at desc offset ${MAX_TOKENS - 1})`);
  await tx.run(sql`
    insert into telegram_tokens (hash, user_id, order_id, locale, expires_at)
    values (${hash}, ${owner.userId}, ${owner.orderId}, ${locale}, ${new Date(expiresAt)})`);
}

/** Consumes a token. Of concurrent uses only one gets its owner. */
export async function consumeToken(tx: Tx, hash: Buffer, now: Instant): Promise<{ owner: NoticeOwner; locale: Locale } | undefined> {
  const row = await tx.maybe(
    TokenRow,
    sql`delete from telegram_tokens where hash = ${hash} and expires_at > ${new Date(now)} returning user_id, order_id, locale`,
  );
  if (row === undefined) return undefined;
  const { user_id: userId, order_id: orderId, locale } = row;
  if (userId !== null) return { owner: { userId, orderId: null }, locale };
  return orderId === null ? undefined : { owner: { userId: null, orderId }, locale };
}

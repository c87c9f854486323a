import * as z from 'zod/mini';
import sql, { type Sql } from 'sql-template-tag';
import { LOCALES, type Locale } from '#core/locale.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import type { Whose } from './whose.ts';

/** How a link ended: on our page, by a word in the chat, the bot was blocked, the chat went to another account. */
export const LINK_ENDS = ['page', 'chat', 'blocked', 'replaced'] as const;
export type LinkEnd = (typeof LINK_ENDS)[number];

const LinkRow = z.object({
  id: z.string(),
  chat_id: z.string(),
  user_id: z.nullable(z.string()),
  order_id: z.nullable(z.string()),
  locale: z.enum(LOCALES),
  linked_at: z.date(),
  ended_at: z.nullable(z.date()),
  ended_by: z.nullable(z.enum(LINK_ENDS)),
});
export type LinkRow = z.output<typeof LinkRow>;

const columns = sql`id, chat_id, user_id, order_id, locale, linked_at, ended_at, ended_by`;
const isOf = ({ userId, orderId }: Whose): Sql => (userId === null ? sql`order_id = ${orderId}` : sql`user_id = ${userId}`);

/** What a chat hears of now, its person first. */
export const linksOfChat = (db: Queryable, chat: string): Promise<LinkRow[]> =>
  db.many(
    LinkRow,
    sql`select ${columns} from telegram_links where chat_id = ${chat} and ended_at is null order by user_id nulls last, linked_at limit 50`,
  );

/** Chats that hear of an account or an order, and the last that was lost by being blocked; newest first. */
export const linksOf = (db: Queryable, whose: Whose): Promise<LinkRow[]> =>
  db.many(
    LinkRow,
    sql`
    select ${columns} from telegram_links where ${isOf(whose)} and (ended_at is null or ended_by = 'blocked')
    order by ended_at desc nulls first, linked_at desc limit 10`,
  );

/** Ends links; gives how many there were. */
const end = (tx: Tx, which: Sql, by: LinkEnd, now: Instant): Promise<number> =>
  tx.run(sql`update telegram_links set ended_at = ${new Date(now)}, ended_by = ${by} where ended_at is null and ${which}`);

export const endLinksOfChat = (tx: Tx, chat: string, by: LinkEnd, now: Instant): Promise<number> =>
  end(tx, sql`chat_id = ${chat}`, by, now);

/** One of somebody's own, by its id; 0 for another's as for none. */
export const endLink = (tx: Tx, whose: Whose, id: string, now: Instant): Promise<number> =>
  end(tx, sql`id = ${id} and ${isOf(whose)}`, 'page', now);

/** Chats of an account that were linked before a moment, and links to the bot that nobody has opened yet. */
export async function endLinksBefore(tx: Tx, of: { readonly userId: string; readonly before: Instant }, now: Instant): Promise<void> {
  await end(tx, sql`user_id = ${of.userId} and linked_at < ${new Date(of.before)}`, 'page', now);
  await tx.run(sql`delete from telegram_tokens where user_id = ${of.userId}`);
}

/** Forgets links that ended before then. */
export const purgeLinks = (db: Queryable, before: Instant): Promise<number> =>
  db.run(sql`delete from telegram_links where ended_at < ${new Date(before)}`);

export interface NewLink {
  readonly id: string;
  readonly chat: string;
  readonly whose: Whose;
  readonly locale: Locale;
  readonly now: Instant;
}

/** A chat hears of one account at a time, and of an order once. */
export async function insertLink(tx: Tx, { id, chat, whose, locale, now }: NewLink): Promise<void> {
  const same =
    whose.userId === null ? sql`chat_id = ${chat} and order_id = ${whose.orderId}` : sql`chat_id = ${chat} and user_id is not null`;
  await end(tx, same, 'replaced', now);
  await tx.run(sql`
    insert into telegram_links (id, chat_id, user_id, order_id, locale, linked_at)
    values (${id}, ${chat}, ${whose.userId}, ${whose.orderId}, ${locale}, ${new Date(now)})`);
}

const TokenRow = z.object({ user_id: z.nullable(z.string()), order_id: z.nullable(z.string()), locale: z.enum(LOCALES) });

export interface NewToken {
  readonly hash: Buffer;
  readonly whose: Whose;
  readonly locale: Locale;
  readonly now: Instant;
  readonly expiresAt: Instant;
}

/** Of one account or order so many are good at a time; an older one is over. */
const TOKENS_EACH = 5;

export async function insertToken(tx: Tx, { hash, whose, locale, now, expiresAt }: NewToken): Promise<void> {
  await tx.run(sql`
    delete from telegram_tokens where expires_at <= ${new Date(now)} or hash in (
      select hash from telegram_tokens where ${isOf(whose)} order by expires_at desc offset ${TOKENS_EACH - 1})`);
  await tx.run(sql`
    insert into telegram_tokens (hash, user_id, order_id, locale, expires_at)
    values (${hash}, ${whose.userId}, ${whose.orderId}, ${locale}, ${new Date(expiresAt)})`);
}

/** Spends a token: of all who bring it one gets what it opens. */
export async function takeToken(tx: Tx, hash: Buffer, now: Instant): Promise<{ whose: Whose; locale: Locale } | undefined> {
  const row = await tx.maybe(
    TokenRow,
    sql`delete from telegram_tokens where hash = ${hash} and expires_at > ${new Date(now)} returning user_id, order_id, locale`,
  );
  if (row === undefined) return undefined;
  const { user_id: userId, order_id: orderId, locale } = row;
  if (userId !== null) return { whose: { userId, orderId: null }, locale };
  return orderId === null ? undefined : { whose: { userId: null, orderId }, locale };
}

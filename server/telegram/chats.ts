import { createHash } from 'node:crypto';
import type { Locale } from '#core/locale.ts';
import { type Instant, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { NoticeOwner } from '#server/mails/notices/channel.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { findBotName } from './bot-store.ts';
import { endLink, insertToken, linksOfChat, listLinks } from './link-store.ts';

/** A linked chat. The bot can no longer write to a blocked one. */
export interface Chat {
  readonly id: string;
  readonly linkedAt: Date;
  readonly isBlocked: boolean;
}

export const chatsOf = async (db: Queryable, owner: NoticeOwner): Promise<Chat[]> =>
  (await listLinks(db, owner)).map(({ id, linked_at: linkedAt, ended_at: endedAt }) => ({ id, linkedAt, isBlocked: endedAt !== null }));

/** Ends one of the owner's links. False if there is none. */
export const unlinkChat = async (tx: Tx, owner: NoticeOwner, id: string, now: Instant): Promise<boolean> =>
  (await endLink(tx, owner, id, now)) > 0;

/** Whether a chat is linked to this account or order. */
export const isLinkedTo = async (
  db: Queryable,
  chat: string,
  { userId, orderId }: { readonly userId: string | null; readonly orderId: string | null },
): Promise<boolean> =>
  (await linksOfChat(db, chat)).some(
    (link) => (userId !== null && link.user_id === userId) || (orderId !== null && link.order_id === orderId),
  );

/** The name of the shop's bot. Undefined if none has answered since a moment. */
export const botName = (db: Queryable, since: Instant): Promise<string | undefined> => findBotName(db, since);

/** Validity of a link to the bot. */
const VALIDITY_MS = 15 * MINUTE_MS;
/** 192 bits. The parameter of a deep link has 64 characters at most. */
const TOKEN_BYTES = 24;
const TOKEN = /^[\w-]{32}$/;

/** SHA-256 of a token. Undefined for a malformed one. */
export const startTokenHash = (token: string): Buffer | undefined =>
  TOKEN.test(token) ? createHash('sha256').update(`telegram start ${token}`).digest() : undefined;

export interface StartLink {
  readonly url: string;
  readonly expiresAt: number;
}

/** Creates a one-time link to the bot that links a chat to an account or order. */
export async function makeStartLink(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { owner, bot, locale }: { readonly owner: NoticeOwner; readonly bot: string; readonly locale: Locale },
): Promise<StartLink> {
  const token = Buffer.from(deps.random.bytes(TOKEN_BYTES)).toString('base64url');
  const hash = startTokenHash(token);
  if (hash === undefined) throw new Error('a new token has the wrong form');
  const now = deps.clock.now();
  const expiresAt = now + VALIDITY_MS;
  await insertToken(tx, { hash, owner, locale, now, expiresAt });
  return { url: `https://t.me/${bot}?start=${token}`, expiresAt };
}

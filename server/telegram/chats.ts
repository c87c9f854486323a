import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { findBotName } from './bot-store.ts';
import { endLink, linksOf, linksOfChat } from './link-store.ts';
import type { Whose } from './whose.ts';

/** A chat that hears of somebody; blocked: the bot may not speak there any more. */
export interface Chat {
  readonly id: string;
  readonly linkedAt: Date;
  readonly isBlocked: boolean;
}

export const chatsOf = async (db: Queryable, whose: Whose): Promise<Chat[]> =>
  (await linksOf(db, whose)).map(({ id, linked_at: linkedAt, ended_at: endedAt }) => ({ id, linkedAt, isBlocked: endedAt !== null }));

/** The chat hears no more; false for another's as for none. */
export const endChat = async (tx: Tx, whose: Whose, id: string, now: Instant): Promise<boolean> => (await endLink(tx, whose, id, now)) > 0;

/** Whether a chat hears of this account or this order now. */
export const doesHear = async (
  db: Queryable,
  chat: string,
  { userId, orderId }: { readonly userId: string | null; readonly orderId: string | null },
): Promise<boolean> =>
  (await linksOfChat(db, chat)).some(
    (link) => (userId !== null && link.user_id === userId) || (orderId !== null && link.order_id === orderId),
  );

/** The name of the shop's bot, undefined while none has answered since then. */
export const botName = (db: Queryable, since: Instant): Promise<string | undefined> => findBotName(db, since);

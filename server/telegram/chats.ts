import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { findBotName } from './bot-store.ts';
import { endLink, listLinks, linksOfChat } from './link-store.ts';
import type { NoticeOwner } from './notice-owner.ts';

/** A linked chat; blocked: the bot can no longer write there. */
export interface Chat {
  readonly id: string;
  readonly linkedAt: Date;
  readonly isBlocked: boolean;
}

export const chatsOf = async (db: Queryable, owner: NoticeOwner): Promise<Chat[]> =>
  (await listLinks(db, owner)).map(({ id, linked_at: linkedAt, ended_at: endedAt }) => ({ id, linkedAt, isBlocked: endedAt !== null }));

/** Ends one of the owner's links; false when there is none. */
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

/** Name of the shop's bot; undefined when none has answered since a moment. */
export const botName = (db: Queryable, since: Instant): Promise<string | undefined> => findBotName(db, since);

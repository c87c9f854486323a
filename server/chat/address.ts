import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { findOrder } from '#server/orders/queries.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { isLinkedTo } from '#server/telegram/chats.ts';
import { findPerson } from '#server/users/queries.ts';
import type { ThreadRow } from './store.ts';
import { linkKeyOf } from './thread-access.ts';

/** Where a thread's answers are mailed, and the page that the mail links to. */
export interface ChatAddress {
  readonly email: string;
  readonly locale: Locale;
  readonly url: string;
}

const pageUrl = (publicUrl: string, locale: Locale, path: string): string => `${publicUrl}${locale === 'en' ? '/en' : ''}${path}`;

/**
 * The mail address of a thread: its order's, its verified account's, else the one the guest gave. The link opens the order, the support
 * page or the guest's thread only.
 */
export async function findChatAddress(
  deps: Pick<Deps, 'secrets' | 'settings'>,
  db: Queryable,
  thread: ThreadRow,
): Promise<ChatAddress | undefined> {
  const { publicUrl } = deps.settings;
  if (thread.order_id !== null) {
    const order = await findOrder(db, thread.order_id);
    return (
      order && { email: order.email, locale: thread.locale, url: `${orderLinkOf(deps, { id: order.id, locale: thread.locale })}#chat` }
    );
  }
  if (thread.user_id !== null) {
    const person = await findPerson(db, thread.user_id);
    if (person === undefined || !person.hasVerifiedEmail || person.isDisabled) return undefined;
    return { email: person.email, locale: thread.locale, url: pageUrl(publicUrl, thread.locale, '/support') };
  }
  if (thread.email === null) return undefined;
  const params = new URLSearchParams({ thread: thread.id, key: linkKeyOf(deps, thread.id) });
  return { email: thread.email, locale: thread.locale, url: pageUrl(publicUrl, thread.locale, `/support?${params.toString()}`) };
}

/**
 * The bot chat for a thread's answers: its own, else the one last written from, while linked. After the link ends the chat may be a
 * stranger's: answers are mailed.
 */
export async function findBotChat(db: Queryable, thread: ThreadRow): Promise<string | undefined> {
  if (thread.telegram_chat !== null) return thread.telegram_chat;
  const chat = thread.answer_to_telegram;
  if (chat === null) return undefined;
  const { user_id: userId, order_id: orderId } = thread;
  return (await isLinkedTo(db, chat, { userId, orderId })) ? chat : undefined;
}

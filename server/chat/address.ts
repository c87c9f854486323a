import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { findById } from '#server/orders/find-order.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { doesHear } from '#server/telegram/chats.ts';
import { findPerson } from '#server/users/find-person.ts';
import type { ThreadRow } from './store.ts';
import { linkKeyOf } from './whose.ts';

/** Where somebody is written to who is not looking, and where the letter leads him. */
export interface ChatAddress {
  readonly email: string;
  readonly locale: Locale;
  readonly url: string;
}

const pageOf = (publicUrl: string, locale: Locale, path: string): string => `${publicUrl}${locale === 'en' ? '/en' : ''}${path}`;

/**
 * The address that a thread's answers are mailed to: its order's, its account's once it is proven, else the one that the guest gave. The
 * link of an order's letter is the order's own; a guest's opens his thread and nothing else.
 */
export async function findChatAddress(
  deps: Pick<Deps, 'secrets' | 'settings'>,
  db: Queryable,
  thread: ThreadRow,
): Promise<ChatAddress | undefined> {
  const { publicUrl } = deps.settings;
  if (thread.order_id !== null) {
    const order = await findById(db, thread.order_id);
    return (
      order && { email: order.email, locale: thread.locale, url: `${orderLinkOf(deps, { id: order.id, locale: thread.locale })}#chat` }
    );
  }
  if (thread.user_id !== null) {
    const person = await findPerson(db, thread.user_id);
    if (person === undefined || !person.hasVerifiedEmail || person.isDisabled) return undefined;
    return { email: person.email, locale: thread.locale, url: pageOf(publicUrl, thread.locale, '/support') };
  }
  if (thread.email === null) return undefined;
  const asked = new URLSearchParams({ thread: thread.id, key: linkKeyOf(deps, thread.id) });
  return { email: thread.email, locale: thread.locale, url: pageOf(publicUrl, thread.locale, `/support?${asked.toString()}`) };
}

/**
 * The chat of the bot that a thread's answers go to: its own, else the one that its customer wrote from last, for as long as that chat
 * hears of him. Where the link has ended the chat may be in somebody else's hands, and answers are mailed again.
 */
export async function findBotChat(db: Queryable, thread: ThreadRow): Promise<string | undefined> {
  if (thread.telegram_chat !== null) return thread.telegram_chat;
  const chat = thread.answer_to_telegram;
  if (chat === null) return undefined;
  const { user_id: userId, order_id: orderId } = thread;
  return (await doesHear(db, chat, { userId, orderId })) ? chat : undefined;
}

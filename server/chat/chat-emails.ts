import { orderNumber } from '#core/order/number.ts';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { findOrder } from '#server/orders/queries.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { isLinkedTo } from '#server/telegram/chats.ts';
import { findPerson } from '#server/users/queries.ts';
import { findThread, listMessages, type ThreadRow } from './store.ts';
import { linkKeyOf } from './thread-access.ts';

/** Where a thread's answers are mailed, and the page that the mail links to. */
export interface ChatAddress {
  readonly email: string;
  readonly locale: Locale;
  readonly url: string;
}

const pageUrl = (publicUrl: string, locale: Locale, path: string): string => `${publicUrl}${locale === 'en' ? '/en' : ''}${path}`;

/**
 * The mail address of a thread: its order's, its account's verified address, or the one that the guest gave. The link opens the order, the
 * support page or only the guest's thread.
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
 * The bot chat for a thread's answers: its own, otherwise the linked chat last used. After that link has ended the chat may be a
 * stranger's, so answers are mailed.
 */
export async function findBotChat(db: Queryable, thread: ThreadRow): Promise<string | undefined> {
  if (thread.telegram_chat !== null) return thread.telegram_chat;
  const chat = thread.answer_to_telegram;
  if (chat === null) return undefined;
  const { user_id: userId, order_id: orderId } = thread;
  return (await isLinkedTo(db, chat, { userId, orderId })) ? chat : undefined;
}

/** Kind of mail news. */
export const CHAT_EMAIL = 'chat';

/** Newest answers quoted in one mail. */
const MAX_QUOTED = 5;

/** Mails with answers of support that the customer has not read on the page. */
export const chatEmails = (deps: Pick<Deps, 'db' | 'secrets' | 'settings' | 't'>): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'chat_letters.several.subject', { count }),
    heading: deps.t(locale, 'chat_letters.several.heading', { count }),
    lead: deps.t(locale, 'chat_letters.several.lead'),
  }),
  async compose({ subject }) {
    const thread = await findThread(deps.db, subject);
    const address = thread && (await findChatAddress(deps, deps.db, thread));
    if (thread === undefined || address === undefined || thread.read_by_customer >= thread.last_nr) return undefined;
    const recent = await listMessages(deps.db, thread.id, { before: null, limit: 50 });
    const answers = recent.filter(
      ({ nr, author, withdrawn_at: withdrawnAt }) => nr > thread.read_by_customer && author === 'operator' && withdrawnAt === null,
    );
    if (answers.length === 0) return undefined;
    const { locale, email, url } = address;
    const subjectKey = thread.order_id === null ? 'general' : 'order';
    const heading = deps.t(locale, `chat_letters.${subjectKey}.heading`, { id: orderNumber(thread.order_id ?? '') });
    return {
      to: email,
      locale,
      email: {
        subject: heading,
        heading,
        lead: answers
          .slice(-MAX_QUOTED)
          .map(({ text, file_id: file }) =>
            [text, file === null ? '' : deps.t(locale, 'chat_letters.file')].filter((line) => line !== '').join('\n'),
          )
          .join('\n\n'),
        lines: [],
        button: { label: deps.t(locale, 'chat_letters.open'), url },
      },
      line: { label: deps.t(locale, 'chat_letters.line'), value: heading, url },
      footer: deps.t(locale, thread.guest_hash === null ? 'chat_letters.footer' : 'chat_letters.footer_link'),
    };
  },
});

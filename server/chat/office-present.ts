import type { CHAT_SOURCES, ChatThreadAttributes, ChatThreadDetail, OfficeChatMessage } from '#contract/office/customers/chat.ts';
import { may } from '#core/access/access.ts';
import { maskCardNumbers } from '#core/chat/text.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { SignedInOperator } from '#server/platform/http/route.ts';
import type { Searcher } from '#server/search/searcher.ts';
import { WITHDRAW_WINDOW_MS } from './answer.ts';
import { findBotChat, findChatAddress } from './chat-emails.ts';
import { findThreads, listAnswerers, listNotes, listOtherThreads, type OfficeThreadRow } from './office-store.ts';
import { listMessages, type MessageRow } from './store.ts';

export type Reader = Pick<SignedInOperator, 'userId' | 'role'>;

const rfc3339 = (date: Date): string => toRfc3339(date.getTime());
const rfc3339OrNull = (date: Date | null): string | null => (date === null ? null : rfc3339(date));
const EXCERPT_LENGTH = 160;

/** Masks card numbers for operators who may not see them (domain 7). */
const textMaskFor = ({ role }: Reader): ((written: string) => string) =>
  may(role, 'reveal_customers') ? (written) => written : maskCardNumbers;

function sourceOf({ order_id: order, user_id: user, telegram_chat: telegram }: OfficeThreadRow): (typeof CHAT_SOURCES)[number] {
  if (order !== null) return 'order';
  if (user !== null) return 'account';
  return telegram === null ? 'guest' : 'telegram';
}

export function presentThread({ clock }: Pick<Deps, 'clock'>, row: OfficeThreadRow, reader: Reader): ChatThreadAttributes {
  const verifiedEmail = row.order_email ?? row.user_email;
  return {
    source: sourceOf(row),
    order_id: row.about_order,
    customer: verifiedEmail ?? row.email,
    is_proven: verifiedEmail !== null,
    customer_id: row.customer_id,
    locale: row.locale,
    state: row.state,
    assigned_to: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assigned_name ?? '' },
    is_mine: row.assigned_to === reader.userId,
    unread: row.unread,
    last_nr: row.last_nr,
    last_at: rfc3339(row.last_at),
    last_text: textMaskFor(reader)(row.last_text ?? '').slice(0, EXCERPT_LENGTH),
    last_author: row.last_author,
    unanswered_since: rfc3339OrNull(row.unanswered_since),
    due_at: rfc3339OrNull(row.due_at),
    is_late: row.due_at !== null && row.due_at.getTime() < clock.now(),
  };
}

function presentOfficeMessage({ clock }: Pick<Deps, 'clock'>, row: MessageRow, reader: Reader): OfficeChatMessage {
  const until = row.at.getTime() + WITHDRAW_WINDOW_MS;
  const isMine = row.operator_id === reader.userId;
  return {
    id: row.id,
    nr: row.nr,
    author: row.author,
    name: row.operator_name,
    is_mine: isMine,
    text: textMaskFor(reader)(row.text),
    file: row.file_id === null || row.file_type === null ? null : { id: row.file_id, media_type: row.file_type, size: row.file_size ?? 0 },
    order_id: row.about_order,
    via: row.via,
    at: rfc3339(row.at),
    withdrawn_at: rfc3339OrNull(row.withdrawn_at),
    withdraw_until: isMine && row.withdrawn_at === null && until > clock.now() ? toRfc3339(until) : null,
  };
}

const PAGE_SIZE = 200;

/** A thread with its messages, notes and related threads. */
export async function presentThreadDetail(
  deps: Pick<Deps, 'clock' | 'secrets' | 'settings'>,
  db: Queryable,
  { row, reader, before }: { readonly row: OfficeThreadRow; readonly reader: Reader; readonly before: number | null },
): Promise<ChatThreadDetail> {
  const messages = await listMessages(db, row.id, { before, limit: PAGE_SIZE + 1 });
  const hasEarlier = messages.length > PAGE_SIZE;
  const isTyping = row.typing_by !== null && row.typing_by !== reader.userId && (row.typing_until?.getTime() ?? 0) > deps.clock.now();
  const otherThreads = row.customer_id === null ? [] : await listOtherThreads(db, row.id, row.customer_id);
  const mayAnswer = may(reader.role, 'answer_chat');
  const colleagues = mayAnswer ? await listAnswerers(db) : [];
  const notes = await listNotes(db, row.id);
  const isAnsweredByBot = (await findBotChat(db, row)) !== undefined;
  const isMailed = !isAnsweredByBot && (await findChatAddress(deps, db, row)) !== undefined;
  return {
    ...presentThread(deps, row, reader),
    messages: messages.slice(hasEarlier ? 1 : 0).map((message) => presentOfficeMessage(deps, message, reader)),
    has_earlier: hasEarlier,
    notes: notes.map((note) => ({ ...note, text: textMaskFor(reader)(note.text), at: rfc3339(note.at) })),
    read_by_customer: row.read_by_customer,
    typing: isTyping ? row.typing_name : null,
    answers_by: [...(isMailed ? (['mail'] as const) : []), ...(isAnsweredByBot ? (['telegram'] as const) : [])],
    others: otherThreads.map((thread) => ({ ...thread, last_at: rfc3339(thread.last_at) })),
    may_answer: mayAnswer,
    customer_name: row.customer_name,
    colleagues: colleagues.map((colleague) => ({ ...colleague, is_me: colleague.id === reader.userId })),
  };
}

/** Finds threads by text, e-mail or order number. */
export const chatSearcher = ({ db }: Pick<Deps, 'db'>): Searcher => ({
  entity: 'chats',
  needs: 'read_chat',
  isComplete: async () => await Promise.resolve(true),
  async find({ text }, { limit }) {
    if (text.length < 3) return [];
    return (await findThreads(db, text, limit)).map((row) => ({
      subject: row.id,
      title: row.about_order ?? row.order_email ?? row.user_email ?? row.email ?? row.id.slice(0, 8),
      detail: maskCardNumbers(row.last_text ?? '').slice(0, 80),
      found_in: [],
      status: null,
      amounts: [],
      at: toRfc3339(row.last_at.getTime()),
    }));
  },
});

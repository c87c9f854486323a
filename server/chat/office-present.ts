import type { CHAT_SOURCES, ChatThreadAttributes, ChatThreadDetail, OfficeChatMessage } from '#contract/office-chat.ts';
import { may } from '#core/access.ts';
import { maskCardNumbers } from '#core/chat/text.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { SignedInOperator } from '#server/platform/http/route.ts';
import { findBotChat, findChatAddress } from './address.ts';
import { WITHDRAW_MS } from './answer.ts';
import { listAnswerers, listNotes, listOthers, type OfficeThreadRow } from './office-store.ts';
import { listMessages, type MessageRow } from './store.ts';

export type Reader = Pick<SignedInOperator, 'userId' | 'role'>;

const text = (date: Date): string => toRfc3339(date.getTime());
const maybe = (date: Date | null): string | null => (date === null ? null : text(date));
const BEGINNING = 160;

/** Card numbers are whole for whoever may see them, covered for everybody else (domain 7). */
const readableBy = ({ role }: Reader): ((written: string) => string) =>
  may(role, 'reveal_customers') ? (written) => written : maskCardNumbers;

function sourceOf({ order_id: order, user_id: user, telegram_chat: telegram }: OfficeThreadRow): (typeof CHAT_SOURCES)[number] {
  if (order !== null) return 'order';
  if (user !== null) return 'account';
  return telegram === null ? 'guest' : 'telegram';
}

export function presentThread({ clock }: Pick<Deps, 'clock'>, row: OfficeThreadRow, reader: Reader): ChatThreadAttributes {
  const known = row.order_email ?? row.user_email;
  return {
    source: sourceOf(row),
    order_id: row.about_order,
    customer: known ?? row.email,
    is_proven: known !== null,
    customer_id: row.customer_id,
    locale: row.locale,
    state: row.state,
    assigned_to: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assigned_name ?? '' },
    is_mine: row.assigned_to === reader.userId,
    unread: row.unread,
    last_nr: row.last_nr,
    last_at: text(row.last_at),
    last_text: readableBy(reader)(row.last_text ?? '').slice(0, BEGINNING),
    last_author: row.last_author,
    unanswered_since: maybe(row.unanswered_since),
    due_at: maybe(row.due_at),
    is_late: row.due_at !== null && row.due_at.getTime() < clock.now(),
  };
}

function presentOfficeMessage({ clock }: Pick<Deps, 'clock'>, row: MessageRow, reader: Reader): OfficeChatMessage {
  const until = row.at.getTime() + WITHDRAW_MS;
  const isMine = row.operator_id === reader.userId;
  return {
    id: row.id,
    nr: row.nr,
    author: row.author,
    name: row.operator_name,
    is_mine: isMine,
    text: readableBy(reader)(row.text),
    file: row.file_id === null || row.file_type === null ? null : { id: row.file_id, media_type: row.file_type, size: row.file_size ?? 0 },
    order_id: row.about_order,
    via: row.via,
    at: text(row.at),
    withdrawn_at: maybe(row.withdrawn_at),
    withdraw_until: isMine && row.withdrawn_at === null && until > clock.now() ? toRfc3339(until) : null,
  };
}

const SHOWN = 200;

/** A talk with all that stands beside it. */
export async function presentThreadDetail(
  deps: Pick<Deps, 'clock' | 'secrets' | 'settings'>,
  db: Queryable,
  { row, reader, before }: { readonly row: OfficeThreadRow; readonly reader: Reader; readonly before: number | null },
): Promise<ChatThreadDetail> {
  const messages = await listMessages(db, row.id, { before, most: SHOWN + 1 });
  const hasEarlier = messages.length > SHOWN;
  const isTyping = row.typing_by !== null && row.typing_by !== reader.userId && (row.typing_until?.getTime() ?? 0) > deps.clock.now();
  const others = row.customer_id === null ? [] : await listOthers(db, row.id, row.customer_id);
  const mayAnswer = may(reader.role, 'answer_chat');
  const colleagues = mayAnswer ? await listAnswerers(db) : [];
  const notes = await listNotes(db, row.id);
  const isByBot = (await findBotChat(db, row)) !== undefined;
  const isMailed = !isByBot && (await findChatAddress(deps, db, row)) !== undefined;
  return {
    ...presentThread(deps, row, reader),
    messages: messages.slice(hasEarlier ? 1 : 0).map((message) => presentOfficeMessage(deps, message, reader)),
    has_earlier: hasEarlier,
    notes: notes.map((note) => ({ ...note, text: readableBy(reader)(note.text), at: text(note.at) })),
    read_by_customer: row.read_by_customer,
    typing: isTyping ? row.typing_name : null,
    answers_by: [...(isMailed ? (['mail'] as const) : []), ...(isByBot ? (['telegram'] as const) : [])],
    others: others.map((other) => ({ ...other, last_at: text(other.last_at) })),
    may_answer: mayAnswer,
    customer_name: row.customer_name,
    colleagues: colleagues.map((one) => ({ ...one, is_me: one.id === reader.userId })),
  };
}

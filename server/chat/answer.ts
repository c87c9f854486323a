import type { AuditAction } from '#core/staff/audit-action.ts';
import { cleanChatText, MAX_CHAT_TEXT } from '#core/chat/text.ts';
import { may } from '#core/access/access.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { sendToChat, cancelMessage } from '#server/telegram/send-messages.ts';
import { findPerson } from '#server/users/queries.ts';
import { CHAT_EMAIL, findBotChat, findChatAddress } from './chat-emails.ts';
import { fileNameOf, type StoredFile } from './files.ts';
import * as office from './office-store.ts';
import * as store from './store.ts';
import { openSecondsBetween } from './support.ts';
import { publishChatChanged } from './events.ts';

/** Delay of the mail. A customer who has the page open reads the answer there. */
const MAIL_DELAY_MS = 2 * MINUTE_MS;
/** How long an operator may withdraw a message. */
export const WITHDRAW_WINDOW_MS = MINUTE_MS;
/** How long one typing report is valid. The page repeats it. */
const TYPING_MS = 12 * SECOND_MS;

type AnswerDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'shop' | 'secrets' | 'settings' | 't'>;

/** Telegram's limit of a file's caption. */
const MAX_CAPTION_LENGTH = 1024;

interface OperatorAction {
  readonly threadId: string;
  readonly operatorId: string;
}

interface AuditEntry {
  readonly action: AuditAction;
  readonly detail?: Readonly<Record<string, unknown>>;
}

const audit = async (deps: AnswerDeps, tx: Tx, operatorAction: OperatorAction, { action, detail = {} }: AuditEntry): Promise<void> =>
  await recordAudit(deps, tx, {
    actorId: operatorAction.operatorId,
    action,
    subjectType: 'chat',
    subjectId: operatorAction.threadId,
    detail,
  });

function checkText(text: string): Result<string, 'required' | 'too_long'> {
  const clean = cleanChatText(text);
  if (clean === '') return refuse({ code: 'required', field: 'text' });
  return clean.length > MAX_CHAT_TEXT ? refuse({ code: 'too_long', field: 'text', params: { max: MAX_CHAT_TEXT } }) : accept(clean);
}

interface Answer {
  readonly nr: number;
  readonly id: string;
  readonly text: string;
  readonly file: StoredFile | null;
}

/** Sends an answer by the bot. A text too long for the file's caption is sent before the file. */
async function sendByBot(
  deps: AnswerDeps,
  tx: Tx,
  { chat, locale, answer }: { chat: string; locale: Locale; answer: Answer },
): Promise<void> {
  const { id, text, file } = answer;
  if (file === null) return await sendToChat(deps, tx, { chat, text, id });
  const isCaption = text.length <= MAX_CAPTION_LENGTH;
  if (!isCaption) await sendToChat(deps, tx, { chat, text, id });
  const caption = text === '' || !isCaption ? deps.t(locale, 'chat_letters.bot.file_from_support') : text;
  await sendToChat(deps, tx, { chat, text: caption, id: file.id, file: { key: file.key, name: fileNameOf(file.id, file.type) } });
}

/** Delivers an answer outside the page: by the bot if possible, otherwise by mail. */
async function deliverAnswer(deps: AnswerDeps, tx: Tx, thread: store.ThreadRow, answer: Answer): Promise<void> {
  const chat = await findBotChat(tx, thread);
  if (chat !== undefined) return await sendByBot(deps, tx, { chat, locale: thread.locale, answer });
  const address = await findChatAddress(deps, tx, thread);
  if (address === undefined) return;
  const now = deps.clock.now();
  await queueNews(tx, {
    kind: CHAT_EMAIL,
    subject: thread.id,
    recipient: address.email,
    version: answer.nr,
    topic: 'answered',
    isPaid: thread.order_id !== null,
    changedAt: now,
    dueAt: now + MAIL_DELAY_MS,
  });
}

/** Adds an operator's answer. Refused if a colleague has answered since the last message that the operator saw. */
export async function answerChat(
  deps: AnswerDeps,
  tx: Tx,
  {
    seen: seenNr,
    text,
    file,
    ...action
  }: OperatorAction & { readonly text: string; readonly seen: number; readonly file: StoredFile | null },
): Promise<Result<string, 'not_found' | 'required' | 'too_long' | 'edit_conflict'>> {
  const clean = file !== null && cleanChatText(text) === '' ? accept('') : checkText(text);
  if (!clean.ok) return clean;
  const thread = await store.lockThread(tx, action.threadId);
  if (thread === undefined) return refuse({ code: 'not_found' });
  const otherAnswerer = await office.findAnswererSince(tx, thread.id, seenNr, action.operatorId);
  if (otherAnswerer !== undefined) return refuse({ code: 'edit_conflict', message: 'chat_answered', params: { name: otherAnswerer } });
  const now = deps.clock.now();
  const since = thread.unanswered_since?.getTime();
  const id = deps.random.uuid();
  const nr = await store.insertMessage(tx, {
    id,
    threadId: thread.id,
    author: 'operator',
    operatorId: action.operatorId,
    via: 'site',
    text: clean.value,
    aboutOrder: null,
    sourceKey: null,
    now: new Date(now),
    answeredAfterSeconds: since === undefined ? null : openSecondsBetween(deps, since, now),
    file,
  });
  if (nr === undefined) throw new Error('an answer without a source key was not inserted');
  await office.saveAnswer(tx, { threadId: thread.id, nr, operatorId: action.operatorId, now: new Date(now) });
  if (thread.assigned_to === null) await audit(deps, tx, action, { action: 'chat.assign', detail: { from: null, to: action.operatorId } });
  await audit(deps, tx, action, { action: 'chat.answer', detail: { message: id, ...(file === null ? {} : { file: file.id }) } });
  await deliverAnswer(deps, tx, thread, { nr, id, text: clean.value, file });
  publishChatChanged(deps, tx, thread);
  return accept(id);
}

export async function addNote(
  deps: AnswerDeps,
  tx: Tx,
  { text, ...action }: OperatorAction & { readonly text: string },
): Promise<Result<null, 'not_found' | 'required' | 'too_long'>> {
  const clean = checkText(text);
  if (!clean.ok) return clean;
  const thread = await store.lockThread(tx, action.threadId);
  if (thread === undefined) return refuse({ code: 'not_found' });
  const id = deps.random.uuid();
  await office.insertNote(tx, { id, threadId: thread.id, authorId: action.operatorId, text: clean.value, now: new Date(deps.clock.now()) });
  await audit(deps, tx, action, { action: 'chat.note', detail: { note: id } });
  publishChatChanged(deps, tx, thread);
  return accept(null);
}

/** Withdraws the operator's own message, up to a minute old. */
export async function withdrawMessage(
  deps: AnswerDeps,
  tx: Tx,
  { messageId, ...action }: OperatorAction & { readonly messageId: string },
): Promise<Result<null, 'not_found' | 'order_state_conflict'>> {
  const thread = await store.lockThread(tx, action.threadId);
  const message = await store.findMessage(tx, messageId);
  if (thread === undefined || message?.thread_id !== thread.id || message.author !== 'operator') return refuse({ code: 'not_found' });
  const now = deps.clock.now();
  if (
    (await office.saveWithdrawn(tx, {
      id: messageId,
      operatorId: action.operatorId,
      since: new Date(now - WITHDRAW_WINDOW_MS),
      now: new Date(now),
    })) === 0
  )
    return refuse({ code: 'order_state_conflict', message: 'chat_too_late' });
  await cancelMessage(tx, messageId);
  if (message.file_id !== null) await cancelMessage(tx, message.file_id);
  await audit(deps, tx, action, { action: 'chat.withdraw', detail: { message: messageId } });
  publishChatChanged(deps, tx, thread);
  return accept(null);
}

/** Assigns a thread, if it is still assigned as the operator saw it. */
export async function assignChat(
  deps: AnswerDeps,
  tx: Tx,
  { to, from, ...action }: OperatorAction & { readonly to: string | null; readonly from: string | null },
): Promise<Result<null, 'not_found' | 'edit_conflict' | 'invalid_format'>> {
  const thread = await store.lockThread(tx, action.threadId);
  if (thread === undefined) return refuse({ code: 'not_found' });
  if (thread.assigned_to === to) return accept(null);
  if (thread.assigned_to !== from) return refuse({ code: 'edit_conflict', message: 'chat_assigned' });
  const person = to === null ? null : await findPerson(tx, to);
  if (person === undefined || (person !== null && (person.isDisabled || !may(person.role, 'answer_chat'))))
    return refuse({ code: 'invalid_format', field: 'to' });
  await office.saveAssigned(tx, thread.id, to, new Date(deps.clock.now()));
  await audit(deps, tx, action, { action: 'chat.assign', detail: { from: thread.assigned_to, to } });
  publishChatChanged(deps, tx, thread);
  return accept(null);
}

/** Closes a thread, unless a message arrived that the operator has not seen. */
export async function closeChat(
  deps: AnswerDeps,
  tx: Tx,
  { seen: seenNr, ...action }: OperatorAction & { readonly seen: number },
): Promise<Result<null, 'not_found' | 'edit_conflict'>> {
  const thread = await store.lockThread(tx, action.threadId);
  if (thread === undefined) return refuse({ code: 'not_found' });
  if (thread.last_nr > seenNr) return refuse({ code: 'edit_conflict', message: 'chat_moved_on' });
  if ((await office.saveClosed(tx, thread.id)) > 0) {
    await audit(deps, tx, action, { action: 'chat.close', detail: { was: thread.state } });
    publishChatChanged(deps, tx, thread);
  }
  return accept(null);
}

/** Notifies colleagues that an operator is typing. Repeated reports only extend it. */
export async function reportTyping(deps: AnswerDeps, tx: Tx, action: OperatorAction): Promise<Result<null, 'not_found'>> {
  const thread = await office.findOfficeThread(tx, action.threadId);
  if (thread === undefined) return refuse({ code: 'not_found' });
  const now = deps.clock.now();
  const isTypingAlready = thread.typing_by === action.operatorId && (thread.typing_until?.getTime() ?? 0) > now;
  await office.saveTyping(tx, action.threadId, action.operatorId, new Date(now + TYPING_MS));
  if (!isTypingAlready) publishChatChanged(deps, tx, thread);
  return accept(null);
}

import type { AuditAction } from '#core/audit-action.ts';
import { cleanChatText, MAX_CHAT_TEXT } from '#core/chat/text.ts';
import { may } from '#core/access.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { noteNews } from '#server/mails/note-news.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { sayTo, unsay } from '#server/telegram/say-to.ts';
import { findPerson } from '#server/users/find-person.ts';
import { findBotChat, findChatAddress } from './address.ts';
import { CHAT_LETTER } from './chat-letters.ts';
import { fileNameOf, type KeptFile } from './files.ts';
import * as office from './office-store.ts';
import * as store from './store.ts';
import { waitedSeconds } from './support.ts';
import { tellChanged } from './tell.ts';

/** Whoever looks at the talk has seen the answer by then; everybody else gets it by mail. */
const LETTER_AFTER_MS = 2 * MINUTE_MS;
/** How long an operator may take his own word back. */
export const WITHDRAW_MS = MINUTE_MS;
/** How long a word that somebody writes holds; a page says it again while he does. */
const TYPING_MS = 12 * SECOND_MS;

type AnswerDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'shop' | 'secrets' | 'settings' | 't'>;

/** So many characters the bot says under a file. */
const MOST_CAPTION = 1024;

interface Deed {
  readonly threadId: string;
  readonly operatorId: string;
}

interface Written {
  readonly action: AuditAction;
  readonly detail?: Readonly<Record<string, unknown>>;
}

const audit = async (deps: AnswerDeps, tx: Tx, deed: Deed, { action, detail = {} }: Written): Promise<void> =>
  await recordAudit(deps, tx, { actorId: deed.operatorId, action, subjectType: 'chat', subjectId: deed.threadId, detail });

function checked(text: string): Result<string, 'required' | 'too_long'> {
  const clean = cleanChatText(text);
  if (clean === '') return refuse({ code: 'required', field: 'text' });
  return clean.length > MAX_CHAT_TEXT ? refuse({ code: 'too_long', field: 'text', params: { max: MAX_CHAT_TEXT } }) : accept(clean);
}

interface Told {
  readonly nr: number;
  readonly id: string;
  readonly text: string;
  readonly file: KeptFile | null;
}

/** Words by the bot, and the file that goes along: what is longer than a caption goes before it. */
async function tellByBot(deps: AnswerDeps, tx: Tx, { chat, locale, told }: { chat: string; locale: Locale; told: Told }): Promise<void> {
  const { id, text, file } = told;
  if (file === null) return await sayTo(deps, tx, { chat, text, id });
  const isCaption = text.length <= MOST_CAPTION;
  if (!isCaption) await sayTo(deps, tx, { chat, text, id });
  const caption = text === '' || !isCaption ? deps.t(locale, 'chat_letters.bot.file_from_support') : text;
  await sayTo(deps, tx, { chat, text: caption, id: file.id, file: { key: file.key, name: fileNameOf(file.id, file.type) } });
}

/** Who does not look is told where he will find it. */
async function tellElsewhere(deps: AnswerDeps, tx: Tx, thread: store.ThreadRow, told: Told): Promise<void> {
  const chat = await findBotChat(tx, thread);
  if (chat !== undefined) return await tellByBot(deps, tx, { chat, locale: thread.locale, told });
  const address = await findChatAddress(deps, tx, thread);
  if (address === undefined) return;
  const now = deps.clock.now();
  await noteNews(tx, {
    kind: CHAT_LETTER,
    subject: thread.id,
    recipient: address.email,
    version: told.nr,
    topic: 'answered',
    isPaid: thread.order_id !== null,
    changedAt: now,
    dueAt: now + LETTER_AFTER_MS,
  });
}

/** An operator's answer. Refused where a colleague has answered what was on the screen: two answers to one question help nobody. */
export async function answerChat(
  deps: AnswerDeps,
  tx: Tx,
  { seen, text, file, ...deed }: Deed & { readonly text: string; readonly seen: number; readonly file: KeptFile | null },
): Promise<Result<string, 'not_found' | 'required' | 'too_long' | 'edit_conflict'>> {
  const clean = file !== null && cleanChatText(text) === '' ? accept('') : checked(text);
  if (!clean.ok) return clean;
  const thread = await store.lockThread(tx, deed.threadId);
  if (thread === undefined) return refuse({ code: 'not_found' });
  const answerer = await office.findAnswererSince(tx, thread.id, seen, deed.operatorId);
  if (answerer !== undefined) return refuse({ code: 'edit_conflict', message: 'chat_answered', params: { name: answerer } });
  const now = deps.clock.now();
  const since = thread.unanswered_since?.getTime();
  const id = deps.random.uuid();
  const nr = await store.insertMessage(tx, {
    id,
    threadId: thread.id,
    author: 'operator',
    operatorId: deed.operatorId,
    via: 'site',
    text: clean.value,
    aboutOrder: null,
    sourceKey: null,
    now: new Date(now),
    answeredAfterSeconds: since === undefined ? null : waitedSeconds(deps, since, now),
    file,
  });
  if (nr === undefined) throw new Error('an answer has no other name that could be taken');
  await office.saveAnswer(tx, { threadId: thread.id, nr, operatorId: deed.operatorId, now: new Date(now) });
  if (thread.assigned_to === null) await audit(deps, tx, deed, { action: 'chat.assign', detail: { from: null, to: deed.operatorId } });
  await audit(deps, tx, deed, { action: 'chat.answer', detail: { message: id, ...(file === null ? {} : { file: file.id }) } });
  await tellElsewhere(deps, tx, thread, { nr, id, text: clean.value, file });
  tellChanged(deps, tx, thread);
  return accept(id);
}

export async function noteChat(
  deps: AnswerDeps,
  tx: Tx,
  { text, ...deed }: Deed & { readonly text: string },
): Promise<Result<null, 'not_found' | 'required' | 'too_long'>> {
  const clean = checked(text);
  if (!clean.ok) return clean;
  const thread = await store.lockThread(tx, deed.threadId);
  if (thread === undefined) return refuse({ code: 'not_found' });
  const id = deps.random.uuid();
  await office.insertNote(tx, { id, threadId: thread.id, authorId: deed.operatorId, text: clean.value, now: new Date(deps.clock.now()) });
  await audit(deps, tx, deed, { action: 'chat.note', detail: { note: id } });
  tellChanged(deps, tx, thread);
  return accept(null);
}

/** Takes back one's own word while it is a minute old at most. */
export async function withdrawMessage(
  deps: AnswerDeps,
  tx: Tx,
  { messageId, ...deed }: Deed & { readonly messageId: string },
): Promise<Result<null, 'not_found' | 'order_state_conflict'>> {
  const thread = await store.lockThread(tx, deed.threadId);
  const message = await store.findMessage(tx, messageId);
  if (thread === undefined || message?.thread_id !== thread.id || message.author !== 'operator') return refuse({ code: 'not_found' });
  const now = deps.clock.now();
  if (
    (await office.saveWithdrawn(tx, {
      id: messageId,
      operatorId: deed.operatorId,
      since: new Date(now - WITHDRAW_MS),
      now: new Date(now),
    })) === 0
  )
    return refuse({ code: 'order_state_conflict', message: 'chat_too_late' });
  await unsay(tx, messageId);
  if (message.file_id !== null) await unsay(tx, message.file_id);
  await audit(deps, tx, deed, { action: 'chat.withdraw', detail: { message: messageId } });
  tellChanged(deps, tx, thread);
  return accept(null);
}

/** Puts a talk into somebody's hand, as long as it is in the hand that was seen. */
export async function assignChat(
  deps: AnswerDeps,
  tx: Tx,
  { to, from, ...deed }: Deed & { readonly to: string | null; readonly from: string | null },
): Promise<Result<null, 'not_found' | 'edit_conflict' | 'invalid_format'>> {
  const thread = await store.lockThread(tx, deed.threadId);
  if (thread === undefined) return refuse({ code: 'not_found' });
  if (thread.assigned_to === to) return accept(null);
  if (thread.assigned_to !== from) return refuse({ code: 'edit_conflict', message: 'chat_assigned' });
  const person = to === null ? null : await findPerson(tx, to);
  if (person === undefined || (person !== null && (person.isDisabled || !may(person.role, 'answer_chat'))))
    return refuse({ code: 'invalid_format', field: 'to' });
  await office.saveAssigned(tx, thread.id, to, new Date(deps.clock.now()));
  await audit(deps, tx, deed, { action: 'chat.assign', detail: { from: thread.assigned_to, to } });
  tellChanged(deps, tx, thread);
  return accept(null);
}

/** Closes a talk as it was seen: a word that came meanwhile is read first. */
export async function closeChat(
  deps: AnswerDeps,
  tx: Tx,
  { seen, ...deed }: Deed & { readonly seen: number },
): Promise<Result<null, 'not_found' | 'edit_conflict'>> {
  const thread = await store.lockThread(tx, deed.threadId);
  if (thread === undefined) return refuse({ code: 'not_found' });
  if (thread.last_nr > seen) return refuse({ code: 'edit_conflict', message: 'chat_moved_on' });
  if ((await office.saveClosed(tx, thread.id)) > 0) {
    await audit(deps, tx, deed, { action: 'chat.close', detail: { was: thread.state } });
    tellChanged(deps, tx, thread);
  }
  return accept(null);
}

/** Colleagues are told once that somebody has begun to write; that he goes on they read. */
export async function typeInChat(deps: AnswerDeps, tx: Tx, deed: Deed): Promise<Result<null, 'not_found'>> {
  const thread = await office.findOfficeThread(tx, deed.threadId);
  if (thread === undefined) return refuse({ code: 'not_found' });
  const now = deps.clock.now();
  const isKnown = thread.typing_by === deed.operatorId && (thread.typing_until?.getTime() ?? 0) > now;
  await office.saveTyping(tx, deed.threadId, deed.operatorId, new Date(now + TYPING_MS));
  if (!isKnown) tellChanged(deps, tx, thread);
  return accept(null);
}

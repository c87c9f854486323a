import { cleanChatText, MAX_CHAT_TEXT } from '#core/chat/text.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import type { StoredFile } from './files.ts';
import { countRecent, insertMessage, insertThread, lockByKey, saveCustomerMessage, type ThreadKey, type ThreadRow } from './store.ts';
import { answerDueAt } from './support.ts';
import { publishChatChanged } from './events.ts';

/** Limits of one thread's messages: in five minutes, and in a day (quality R36). */
const BURST_MS = 5 * MINUTE_MS;
const MAX_BURST = 20;
const MAX_PER_DAY = 300;

export interface CustomerMessage {
  readonly key: ThreadKey;
  readonly text: string;
  readonly file: StoredFile | null;
  readonly aboutOrder: string | null;
  readonly locale: Locale;
  /** A checked address to mail the answer to. Null if none was given. */
  readonly email: string | null;
  readonly via: 'site' | 'telegram';
  /** The bot chat that answers go to. */
  readonly telegram: string | null;
  /** Idempotency key of a message from another program. */
  readonly sourceKey: string | null;
}

type MessageDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'shop'>;
type RefusalCode = 'required' | 'too_long' | 'too_many_requests';

/** Finds or creates the thread and locks it. Retries when a concurrent merge removes it. */
async function openThread({ random, clock }: MessageDeps, tx: Tx, { key, locale }: CustomerMessage): Promise<ThreadRow> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const thread = await lockByKey(tx, key);
    if (thread !== undefined) return thread;
    await insertThread(tx, { id: random.uuid(), key, locale, now: new Date(clock.now()) });
  }
  throw new Error('a thread that was just written is gone');
}

/** Seconds until this thread accepts a message. Undefined if it accepts one now. */
export async function secondsToWait({ clock }: Pick<Deps, 'clock'>, db: Queryable, threadId: string): Promise<number | undefined> {
  const now = clock.now();
  const { burst, day, oldest } = await countRecent(db, threadId, { burst: new Date(now - BURST_MS), day: new Date(now - DAY_MS) });
  if (burst >= MAX_BURST) return Math.max(1, Math.ceil(((oldest?.getTime() ?? now) + BURST_MS - now) / SECOND_MS));
  return day >= MAX_PER_DAY ? HOUR_MS / SECOND_MS : undefined;
}

/**
 * Adds a customer's message. The thread then waits for an answer, and a closed one is reopened. Returns the id of the message, null for a
 * repeated `sourceKey`.
 */
export async function addCustomerMessage(deps: MessageDeps, tx: Tx, message: CustomerMessage): Promise<Result<string | null, RefusalCode>> {
  const text = cleanChatText(message.text);
  if (text === '' && message.file === null) return refuse({ code: 'required', field: 'text' });
  if (text.length > MAX_CHAT_TEXT) return refuse({ code: 'too_long', field: 'text', params: { max: MAX_CHAT_TEXT } });
  const thread = await openThread(deps, tx, message);
  const seconds = await secondsToWait(deps, tx, thread.id);
  if (seconds !== undefined) return refuse({ code: 'too_many_requests', message: 'chat_too_many', params: { seconds } });
  const now = deps.clock.now();
  const id = deps.random.uuid();
  const nr = await insertMessage(tx, {
    id,
    threadId: thread.id,
    author: 'customer',
    operatorId: null,
    via: message.via,
    text,
    aboutOrder: message.aboutOrder,
    sourceKey: message.sourceKey,
    now: new Date(now),
    answeredAfterSeconds: null,
    file: message.file,
  });
  if (nr === undefined) return accept(null);
  const { locale, email, telegram } = message;
  const dueAt = new Date(answerDueAt(deps, now));
  await saveCustomerMessage(tx, { threadId: thread.id, nr, now: new Date(now), dueAt, locale, email, telegram });
  publishChatChanged(deps, tx, thread);
  return accept(id);
}

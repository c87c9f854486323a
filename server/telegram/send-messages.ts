import { retryDelayMs } from '#core/mail/allowance.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Bot, SentFile } from '#server/adapters/messengers/port.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { endLinksOfChat } from './link-store.ts';
import {
  claimDue,
  deleteMessage,
  deleteUnsent,
  deleteUnsentOfChat,
  insertMessage,
  markSent,
  type MessageRow,
  type OutgoingFile,
  postpone,
} from './message-store.ts';

interface OutgoingText {
  readonly chat: string;
  readonly text: string;
  readonly id?: string;
  readonly file?: OutgoingFile | null;
}

/**
 * Queues a message to a chat: plain text, optionally with a file. Sent after the transaction, in order per chat; the same id is sent once.
 */
export const sendToChat = async (
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { chat, text, id = deps.random.uuid(), file = null }: OutgoingText,
): Promise<void> => void (await insertMessage(tx, { id, chat, body: text, file, now: deps.clock.now() }));

/** Cancels a message that is not sent yet. */
export const cancelMessage = async (tx: Tx, id: string): Promise<void> => void (await deleteUnsent(tx, id));

type SendDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'files'>;

/** Below Telegram's limit of thirty a second. */
const BATCH_SIZE = 20;
/** Longer than any call takes. */
const CLAIM_MS = MINUTE_MS;
const MAX_AGE_MS = DAY_MS;

/** The bot is blocked in a chat: its links end, which their owners see in their accounts. */
const unlinkBlocked = async ({ db, clock }: SendDeps, chat: string): Promise<void> =>
  await db.tx(async (tx) => {
    await endLinksOfChat(tx, chat, 'blocked', clock.now());
    await deleteUnsentOfChat(tx, chat);
  });

/** The message's file; undefined for none or one missing in storage: the text is sent alone. */
async function fileOf({ files }: SendDeps, { file_key: key, file_name: name }: MessageRow): Promise<SentFile | undefined> {
  const bytes = key === null ? undefined : await files.get(key);
  return bytes === undefined || name === null ? undefined : { bytes, name, isPicture: name.endsWith('.jpg') };
}

/** Sends one message; returns for how long the bot must pause. */
async function sendOne(deps: SendDeps, bot: Bot, message: MessageRow): Promise<number> {
  const answer = await bot.send(message.chat_id, message.body, await fileOf(deps, message));
  const now = deps.clock.now();
  if (answer.outcome === 'sent') await markSent(deps.db, message.id, now);
  else if (answer.outcome === 'blocked') await unlinkBlocked(deps, message.chat_id);
  else if (answer.outcome === 'refused' || now - message.created_at.getTime() > MAX_AGE_MS) {
    // A message that can never be sent must not block those behind it
    deps.log.warn({ message: message.id, reason: answer.reason }, 'telegram_message_dropped');
    await deleteMessage(deps.db, message.id);
  } else {
    await postpone(deps.db, message.id, {
      problem: answer.reason,
      due: now + Math.max(answer.afterMs, retryDelayMs(message.attempts) / 10),
    });
    return answer.afterMs;
  }
  return 0;
}

/** Sends due messages; a pause that Telegram asks for applies to all chats. */
export function createSender(deps: SendDeps, bot: Bot) {
  let pausedUntil = 0;
  return {
    async sendDue(): Promise<void> {
      const now = deps.clock.now();
      if (now < pausedUntil) return;
      const claimed = await claimDue(deps.db, { most: BATCH_SIZE, now, until: now + CLAIM_MS });
      const pausesMs = await Promise.all(claimed.map((message) => sendOne(deps, bot, message)));
      pausedUntil = now + Math.min(Math.max(0, ...pausesMs), 60 * SECOND_MS);
    },
  };
}

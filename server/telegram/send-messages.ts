import { retryDelayMs } from '#core/mail/allowance.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Bot, SentFile } from '#server/adapters/messengers/port.ts';
import type { Deps } from '#server/deps.ts';
import type { NoticeChannel } from '#server/mails/notices/channel.ts';
import { col, rowType, sql, type Tx } from '#server/platform/db/db.ts';
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

/** Ends the links of a chat that has blocked the bot. Their owners see it in their accounts. */
const unlinkBlocked = async ({ db, clock }: SendDeps, chat: string): Promise<void> =>
  await db.tx(async (tx) => {
    await endLinksOfChat(tx, chat, 'blocked', clock.now());
    await deleteUnsentOfChat(tx, chat);
  });

/** The message's file. Undefined if there is none or it is missing in the storage: the text is then sent alone. */
async function fileOf({ files }: SendDeps, { file_key: key, file_name: name }: MessageRow): Promise<SentFile | undefined> {
  const bytes = key === null ? undefined : await files.get(key);
  return bytes === undefined || name === null ? undefined : { bytes, name, isPicture: name.endsWith('.jpg') };
}

/** Sends one message. Returns for how many milliseconds the bot must pause. */
async function sendMessage(deps: SendDeps, bot: Bot, message: MessageRow): Promise<number> {
  const answer = await bot.send(message.chat_id, message.body, await fileOf(deps, message));
  const now = deps.clock.now();
  if (answer.outcome === 'sent') await markSent(deps.db, message.id, now);
  else if (answer.outcome === 'blocked') await unlinkBlocked(deps, message.chat_id);
  else if (answer.outcome === 'refused' || now - message.created_at.getTime() > MAX_AGE_MS) {
    // A message that can never be sent must not block later ones
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

/** Sends due messages. A pause that Telegram asks for applies to all chats. */
export function createSender(deps: SendDeps, bot: Bot) {
  let pausedUntil = 0;
  return {
    async sendDue(): Promise<void> {
      const now = deps.clock.now();
      if (now < pausedUntil) return;
      const claimed = await claimDue(deps.db, { limit: BATCH_SIZE, now, until: now + CLAIM_MS });
      const pausesMs = await Promise.all(claimed.map((message) => sendMessage(deps, bot, message)));
      pausedUntil = now + Math.min(Math.max(0, ...pausesMs), 60 * SECOND_MS);
    },
  };
}

const ChatRow = rowType({ chat_id: col.text });

/** Sends notices to Telegram chats. The notice's id is the message's, so each is sent once. */
export const telegramNotices = (deps: Pick<Deps, 'db' | 'clock' | 'random'>): NoticeChannel => ({
  name: 'telegram',
  async send(placeId, { id, title, text, url }) {
    return await deps.db.tx(async (tx) => {
      const chat = await tx.maybe(ChatRow, sql`select chat_id from telegram_links where id = ${placeId} and ended_at is null`);
      if (chat === undefined) return { outcome: 'gone' } as const;
      await sendToChat(deps, tx, { id, chat: chat.chat_id, text: [title, text, url].filter((line) => line !== '').join('\n\n') });
      return { outcome: 'told' } as const;
    });
  },
});

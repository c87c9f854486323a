import { retryDelayMs } from '#core/mail/allowance.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Bot, SentFile } from '#server/adapters/messengers/port.ts';
import type { Deps } from '#server/deps.ts';
import { endLinksOfChat } from './link-store.ts';
import { dropMessage, dropMessagesOf, markSent, type MessageRow, postpone, takeDue } from './message-store.ts';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'files'>;

/** Telegram takes thirty a second from a bot. */
const AT_ONCE = 20;
/** Longer than any call may take. */
const TAKEN_FOR_MS = MINUTE_MS;
const TRIED_FOR_MS = DAY_MS;

/** The chat is closed to us: everything that it heard of is over, which its person reads in his account. */
const leave = async ({ db, clock }: SendDeps, chat: string): Promise<void> =>
  await db.tx(async (tx) => {
    await endLinksOfChat(tx, chat, 'blocked', clock.now());
    await dropMessagesOf(tx, chat);
  });

/** The file that goes along; undefined where there is none, or where it is gone from the storage: then its words are said alone. */
async function fileOf({ files }: SendDeps, { file_key: key, file_name: name }: MessageRow): Promise<SentFile | undefined> {
  const bytes = key === null ? undefined : await files.get(key);
  return bytes === undefined || name === null ? undefined : { bytes, name, isPicture: name.endsWith('.jpg') };
}

/** Sends one; how long the whole bot has to be quiet because of the answer. */
async function sendOne(deps: SendDeps, bot: Bot, message: MessageRow): Promise<number> {
  const answer = await bot.say(message.chat_id, message.body, await fileOf(deps, message));
  const now = deps.clock.now();
  if (answer.outcome === 'sent') await markSent(deps.db, message.id, now);
  else if (answer.outcome === 'gone') await leave(deps, message.chat_id);
  else if (answer.outcome === 'refused' || now - message.created_at.getTime() > TRIED_FOR_MS) {
    // What it will never take does not stop what is behind it
    deps.log.warn({ message: message.id, reason: answer.reason }, 'telegram_message_dropped');
    await dropMessage(deps.db, message.id);
  } else {
    await postpone(deps.db, message.id, {
      problem: answer.reason,
      due: now + Math.max(answer.afterMs, retryDelayMs(message.attempts) / 10),
    });
    return answer.afterMs;
  }
  return 0;
}

/** What the bot says, by this process: a pass over what is due. Told to be quiet it is, for everybody. */
export function createSpeaker(deps: SendDeps, bot: Bot) {
  let quietUntil = 0;
  return {
    async pass(): Promise<void> {
      const now = deps.clock.now();
      if (now < quietUntil) return;
      const taken = await takeDue(deps.db, { most: AT_ONCE, now, until: now + TAKEN_FOR_MS });
      const waits = await Promise.all(taken.map((message) => sendOne(deps, bot, message)));
      quietUntil = now + Math.min(Math.max(0, ...waits), 60 * SECOND_MS);
    },
  };
}

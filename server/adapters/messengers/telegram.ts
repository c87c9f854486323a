import { SECOND_MS } from '#core/time.ts';
import { callBot, type TelegramOptions } from './call-bot.ts';
import type { Messenger } from './port.ts';

const DEADLINE_MS = 10 * SECOND_MS;
/** Its limit for one message. */
const MOST_CHARACTERS = 4096;

/** Plain text to a chat by Telegram's Bot API: no markup is read in it, whoever wrote it. */
export const sendMessage = async (options: TelegramOptions, chat: string, text: string) =>
  await callBot(options, {
    method: 'sendMessage',
    body: { chat_id: chat, text: text.slice(0, MOST_CHARACTERS), link_preview_options: { is_disabled: true } },
    deadlineMs: DEADLINE_MS,
  });

/** The chat of the shop's alarms. */
export const createTelegram = (options: TelegramOptions): Messenger => ({
  async send(chat, text) {
    const answer = await sendMessage(options, chat, text);
    if (answer.outcome === 'done') return { outcome: 'sent' };
    return answer.outcome === 'gone' ? { outcome: 'refused', reason: answer.reason } : answer;
  },
});

import { SECOND_MS } from '#core/time.ts';
import { callBot, type TelegramOptions } from './call-bot.ts';
import type { Messenger } from './port.ts';

const DEADLINE_MS = 10 * SECOND_MS;
/** Telegram's limit for a message. */
const MAX_MESSAGE_CHARS = 4096;

/** Sends plain text by Telegram's Bot API: markup is never parsed. */
export const sendMessage = async (options: TelegramOptions, chat: string, text: string) =>
  await callBot(options, {
    method: 'sendMessage',
    body: { chat_id: chat, text: text.slice(0, MAX_MESSAGE_CHARS), link_preview_options: { is_disabled: true } },
    deadlineMs: DEADLINE_MS,
  });

/** Sends the shop's alarms to a chat. */
export const createTelegram = (options: TelegramOptions): Messenger => ({
  async send(chat, text) {
    const result = await sendMessage(options, chat, text);
    if (result.outcome === 'done') return { outcome: 'sent' };
    return result.outcome === 'blocked' ? { outcome: 'refused', reason: result.reason } : result;
  },
});

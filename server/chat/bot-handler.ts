import type { Deps } from '#server/deps.ts';
import type { BotHandler, BotMessage } from '#server/telegram/handler.ts';
import type { StoreFile } from '#server/telegram/run-bot.ts';
import { sendToChat } from '#server/telegram/send-messages.ts';
import { storeChatFile } from './files.ts';
import { addCustomerMessage } from './add-customer-message.ts';
import { findByKey, type ThreadKey } from './store.ts';

/**
 * The thread of a bot chat: its account's, otherwise its only order's, otherwise its own. Messages before a link stay in the chat's own
 * thread, because the link may be a stranger's.
 */
function threadKeyOf({ links, chat }: BotMessage): ThreadKey {
  const account = links.find((link) => link.user_id !== null)?.user_id;
  if (typeof account === 'string') return { userId: account };
  const [firstLink, ...otherLinks] = links;
  return firstLink?.order_id != null && otherLinks.length === 0 ? { orderId: firstLink.order_id } : { telegramChat: chat };
}

/** Stores a file sent to the bot, with the site's rules: re-encoded picture or plain PDF. */
export const storeBotFile =
  (deps: Pick<Deps, 'clock' | 'random' | 'files'>): StoreFile =>
  async (bytes, chatId) => {
    const stored = await storeChatFile(deps, { bytes }, `telegram ${chatId}`);
    if (stored.ok) return { outcome: 'kept', ...stored.value };
    return { outcome: stored.refusals[0]?.code === 'file_too_large' ? 'too_large' : 'wrong_type' };
  };

/** Adds messages and files from the bot to the site's chat. Answers are sent back by the bot. */
export const chatHandler = (deps: Deps): BotHandler => ({
  name: 'chat',
  takes: ({ command }) => command === null,
  async handle(tx, message) {
    const { chat, locale, text, updateId, file } = message;
    const reply = async (key: string) => await sendToChat(deps, tx, { chat, text: deps.t(locale, `chat_letters.bot.${key}`) });
    const isFileRefused = file !== null && file.outcome !== 'kept';
    if (isFileRefused) await reply(`file.${file.outcome}`);
    if (isFileRefused && text === '') return true;
    const key = threadKeyOf(message);
    const previousThread = await findByKey(tx, key);
    const added = await addCustomerMessage(deps, tx, {
      key,
      text,
      file: file?.outcome === 'kept' ? file : null,
      aboutOrder: null,
      locale,
      email: null,
      via: 'telegram',
      telegram: chat,
      sourceKey: `telegram ${chat} ${updateId}`,
    });
    if (!added.ok) {
      const [refusal] = added.refusals;
      const isEmpty = refusal?.code === 'required';
      await reply(isEmpty ? 'only_text' : 'refused');
    } else if (previousThread?.state !== 'waiting') {
      await reply('taken');
    }
    return true;
  },
});

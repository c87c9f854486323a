import type { Deps } from '#server/deps.ts';
import type { BotHandler, BotMessage } from '#server/telegram/handler.ts';
import type { KeepFile } from '#server/telegram/run-bot.ts';
import { sayTo } from '#server/telegram/say-to.ts';
import { keepChatFile } from './files.ts';
import { sayAsCustomer } from './say-as-customer.ts';
import { findByKey, type ThreadKey } from './store.ts';

/**
 * Whose talk a chat of the bot is: its account's, its one order's, else its own. What was said before it was linked stays the chat's own:
 * a link to the bot may be anybody's, and who opens a stranger's must not hand him what he said to us.
 */
function keyOf({ links, chat }: BotMessage): ThreadKey {
  const account = links.find((link) => link.user_id !== null)?.user_id;
  if (typeof account === 'string') return { userId: account };
  const [only, ...others] = links;
  return only?.order_id != null && others.length === 0 ? { orderId: only.order_id } : { telegramChat: chat };
}

/** What is sent to the bot is kept as what is sent on the site: a picture drawn anew, a plain PDF, nothing else. */
export const keepBotFile =
  (deps: Pick<Deps, 'clock' | 'random' | 'files'>): KeepFile =>
  async (bytes, chat) => {
    const kept = await keepChatFile(deps, { bytes }, `telegram ${chat}`);
    if (kept.ok) return { outcome: 'kept', ...kept.value };
    return { outcome: kept.refusals[0]?.code === 'file_too_large' ? 'too_large' : 'wrong_type' };
  };

/** Free words and files to the bot come into the same inbox as those of the site, and the answers go back the same way. */
export const chatHandler = (deps: Deps): BotHandler => ({
  name: 'chat',
  takes: ({ command }) => command === null,
  async handle(tx, message) {
    const { chat, locale, text, updateId, file } = message;
    const say = async (key: string) => await sayTo(deps, tx, { chat, text: deps.t(locale, `chat_letters.bot.${key}`) });
    const isLost = file !== null && file.outcome !== 'kept';
    if (isLost) await say(`file.${file.outcome}`);
    if (isLost && text === '') return true;
    const key = keyOf(message);
    const before = await findByKey(tx, key);
    const said = await sayAsCustomer(deps, tx, {
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
    if (!said.ok) {
      const [refusal] = said.refusals;
      const isEmpty = refusal?.code === 'required';
      await say(isEmpty ? 'only_text' : 'refused');
    } else if (before?.state !== 'waiting') {
      await say('taken');
    }
    return true;
  },
});

import { maskEmail } from '#core/requisites/mask-requisites.ts';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { recordSecurityEvent, type NotifyUser } from '#server/sessions/record-security-event.ts';
import { findPerson } from '#server/users/queries.ts';
import type { BotHandler, BotMessage } from './handler.ts';
import { endLinksOfChat, insertLink, consumeToken } from './link-store.ts';
import { sendToChat } from './send-to-chat.ts';
import { startTokenHash } from './start-token.ts';
import type { NoticeOwner } from './notice-owner.ts';

type HandlerDeps = Pick<Deps, 'clock' | 'random' | 't'> & { readonly notifyUser: NotifyUser };
type ReplyDeps = Pick<Deps, 'clock' | 'random' | 't'>;

const reply = async (deps: ReplyDeps, tx: Tx, { chat }: BotMessage, text: string): Promise<true> => {
  await sendToChat(deps, tx, { chat, text });
  return true;
};

/** Names the linked account or order, so that linking to a stranger's is noticed. Undefined for a disabled account. */
async function linkedText(
  { t }: ReplyDeps,
  tx: Tx,
  { owner, locale }: { owner: NoticeOwner; locale: Locale },
): Promise<string | undefined> {
  if (owner.userId === null) return t(locale, 'telegram.linked_order', { id: owner.orderId });
  const person = await findPerson(tx, owner.userId);
  if (person === undefined || person.isDisabled) return undefined;
  return t(locale, 'telegram.linked_account', { email: maskEmail(person.email) });
}

/** `/start <token>`: links the chat to the token's account or order. */
const start = (deps: HandlerDeps): BotHandler => ({
  name: 'start',
  takes: ({ command }) => command === 'start',
  async handle(tx, message) {
    const hash = startTokenHash(message.text.trim());
    if (hash === undefined) return await reply(deps, tx, message, deps.t(message.locale, 'telegram.hello'));
    const now = deps.clock.now();
    const token = await consumeToken(tx, hash, now);
    const text = token && (await linkedText(deps, tx, token));
    if (token === undefined || text === undefined) return await reply(deps, tx, message, deps.t(message.locale, 'telegram.token_over'));
    await insertLink(tx, { id: deps.random.uuid(), chat: message.chat, ...token, now });
    // The link may have been opened by someone else: its owner is notified
    const { userId } = token.owner;
    if (userId !== null) await recordSecurityEvent(deps, tx, { userId, topic: 'telegram_linked', ip: null, device: null });
    return await reply(deps, tx, message, text);
  },
});

/** `/stop`: ends all links of the chat. */
const stop = (deps: ReplyDeps): BotHandler => ({
  name: 'stop',
  takes: ({ command }) => command === 'stop',
  async handle(tx, message) {
    const ended = await endLinksOfChat(tx, message.chat, 'chat', deps.clock.now());
    return await reply(deps, tx, message, deps.t(message.locale, ended === 0 ? 'telegram.nothing_to_stop' : 'telegram.stopped'));
  },
});

/** Replies to anything that no other handler takes. */
const help = (deps: ReplyDeps): BotHandler => ({
  name: 'help',
  takes: () => true,
  handle: async (tx, message) => await reply(deps, tx, message, deps.t(message.locale, 'telegram.hello')),
});

export const linkHandlers = (deps: HandlerDeps): readonly BotHandler[] => [start(deps), stop(deps)];
export const lastHandler = help;

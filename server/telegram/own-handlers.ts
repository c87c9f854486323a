import { maskEmail } from '#core/requisites/mask-requisites.ts';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { noteSecurityEvent, type TellPerson } from '#server/sessions/note-event.ts';
import { findPerson } from '#server/users/find-person.ts';
import type { BotHandler, BotMessage } from './handler.ts';
import { endLinksOfChat, insertLink, takeToken } from './link-store.ts';
import { sayTo } from './say-to.ts';
import { startTokenHash } from './start-token.ts';
import type { Whose } from './whose.ts';

type HandlerDeps = Pick<Deps, 'clock' | 'random' | 't'> & { readonly tell: TellPerson };
type SayDeps = Pick<Deps, 'clock' | 'random' | 't'>;

const say = async (deps: SayDeps, tx: Tx, { chat }: BotMessage, text: string): Promise<true> => {
  await sayTo(deps, tx, { chat, text });
  return true;
};

/** Whom the chat hears of from here on, so that nobody is linked to a stranger without seeing it. */
async function linkedWords({ t }: SayDeps, tx: Tx, { whose, locale }: { whose: Whose; locale: Locale }): Promise<string | undefined> {
  if (whose.userId === null) return t(locale, 'telegram.linked_order', { id: whose.orderId });
  const person = await findPerson(tx, whose.userId);
  if (person === undefined || person.isDisabled) return undefined;
  return t(locale, 'telegram.linked_account', { email: maskEmail(person.email) });
}

/** `/start <token>`: the chat begins to hear of whoever made the link. */
const start = (deps: HandlerDeps): BotHandler => ({
  name: 'start',
  takes: ({ command }) => command === 'start',
  async handle(tx, message) {
    const hash = startTokenHash(message.text.trim());
    if (hash === undefined) return await say(deps, tx, message, deps.t(message.locale, 'telegram.hello'));
    const now = deps.clock.now();
    const taken = await takeToken(tx, hash, now);
    const words = taken && (await linkedWords(deps, tx, taken));
    if (taken === undefined || words === undefined) return await say(deps, tx, message, deps.t(message.locale, 'telegram.token_over'));
    await insertLink(tx, { id: deps.random.uuid(), chat: message.chat, ...taken, now });
    // Whoever had the link may be somebody else than its owner: he hears of it by another way
    const { userId } = taken.whose;
    if (userId !== null) await noteSecurityEvent(deps, tx, { userId, topic: 'telegram_linked', ip: null, device: null });
    return await say(deps, tx, message, words);
  },
});

/** `/stop`: the chat hears of nobody any more. */
const stop = (deps: SayDeps): BotHandler => ({
  name: 'stop',
  takes: ({ command }) => command === 'stop',
  async handle(tx, message) {
    const ended = await endLinksOfChat(tx, message.chat, 'chat', deps.clock.now());
    return await say(deps, tx, message, deps.t(message.locale, ended === 0 ? 'telegram.nothing_to_stop' : 'telegram.stopped'));
  },
});

/** What nobody else has taken. */
const help = (deps: SayDeps): BotHandler => ({
  name: 'help',
  takes: () => true,
  handle: async (tx, message) => await say(deps, tx, message, deps.t(message.locale, 'telegram.hello')),
});

export const linkHandlers = (deps: HandlerDeps): readonly BotHandler[] => [start(deps), stop(deps)];
export const lastHandler = help;

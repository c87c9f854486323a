import { orderNumber } from '#core/order/number.ts';
import type { Locale } from '#core/locale.ts';
import type { Order } from '#core/order/order.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import type { Deps } from '#server/deps.ts';
import type { NoticeOwner } from '#server/mails/notices/channel.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { orderSides, waitsForPeople } from '#server/orders/order-sides.ts';
import { findOrder } from '#server/orders/queries.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { type NotifyUser, recordSecurityEvent } from '#server/sessions/record-security-event.ts';
import { findPerson } from '#server/users/queries.ts';
import { startTokenHash } from './chats.ts';
import type { BotHandler, BotMessage } from './handler.ts';
import { consumeToken, endLinksOfChat, insertLink } from './link-store.ts';
import { sendToChat } from './send-messages.ts';

type StatusDeps = Pick<Deps, 'clock' | 'random' | 't' | 'catalogue' | 'rails' | 'secrets' | 'settings' | 'orderFacts'>;

/** More are listed on the site. */
const MAX_ORDERS = 5;

const IdRow = rowType({ id: col.text });

/** The newest orders of an account that may sign in. */
async function listOrdersOfAccount(db: Queryable, userId: string): Promise<string[]> {
  const person = await findPerson(db, userId);
  if (person === undefined || person.isDisabled) return [];
  const rows = await db.many(
    IdRow,
    sql`select id from orders where user_id = ${userId} order by created_at desc, id desc limit ${MAX_ORDERS}`,
  );
  return rows.map(({ id }) => id);
}

/** Orders linked to a chat: its own links first, then its account's newest. */
async function listLinkedOrders(db: Queryable, { links }: BotMessage): Promise<string[]> {
  const linkedOrders = links.flatMap(({ order_id: id }) => (id === null ? [] : [id])).toReversed();
  const account = links.find(({ user_id: id }) => id !== null)?.user_id ?? null;
  return [...new Set([...linkedOrders, ...(account === null ? [] : await listOrdersOfAccount(db, account))])].slice(0, MAX_ORDERS);
}

/** The order's page without its key: chats are forwarded and read by others. */
function pageUrl(deps: StatusDeps, order: Order): string {
  const { origin, pathname } = new URL(orderLinkOf(deps, order));
  return `${origin}${pathname}`;
}

/** One order, with the title of its page. */
async function describeOrder(
  deps: StatusDeps,
  db: Queryable,
  { order, locale }: { readonly order: Order; readonly locale: Locale },
): Promise<string> {
  const { income, outcome } = orderSides(deps.catalogue, order);
  const waitsForPerson = await waitsForPeople(deps, db, order);
  return [
    deps.t(locale, 'telegram.status_order', { id: orderNumber(order.id), from: income.name[locale], to: outcome.name[locale] }),
    deps.t(locale, waitsForPerson ? 'order.with_people.title' : `status.${order.status}.title`),
    pageUrl(deps, order),
  ].join('\n');
}

/** `/status` replies with the states of the orders linked to the chat. */
export const statusHandler = (deps: StatusDeps): BotHandler => ({
  name: 'status',
  takes: ({ command }) => command === 'status',
  async handle(tx, message) {
    const { chat, locale } = message;
    const orders = await Promise.all((await listLinkedOrders(tx, message)).map(async (id) => await findOrder(tx, id)));
    const existing = orders.filter((order) => order !== undefined);
    const lines = await Promise.all(existing.map(async (order) => await describeOrder(deps, tx, { order, locale })));
    const emptyKey = message.links.length === 0 ? 'telegram.nothing_to_tell' : 'telegram.no_orders';
    await sendToChat(deps, tx, { chat, text: lines.length === 0 ? deps.t(locale, emptyKey) : lines.join('\n\n') });
    return true;
  },
});

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
  if (owner.userId === null) return t(locale, 'telegram.linked_order', { id: orderNumber(owner.orderId) });
  const person = await findPerson(tx, owner.userId);
  if (person === undefined || person.isDisabled) return undefined;
  return t(locale, 'telegram.linked_account', { email: maskEmail(person.email) });
}

/** `/start <token>` links the chat to the account or order of the token. */
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
    // Someone else may have opened the link, so its owner is notified
    const { userId } = token.owner;
    if (userId !== null) await recordSecurityEvent(deps, tx, { userId, topic: 'telegram_linked', ip: null, device: null });
    return await reply(deps, tx, message, text);
  },
});

/** `/stop` ends all links of the chat. */
const stop = (deps: ReplyDeps): BotHandler => ({
  name: 'stop',
  takes: ({ command }) => command === 'stop',
  async handle(tx, message) {
    const ended = await endLinksOfChat(tx, message.chat, 'chat', deps.clock.now());
    return await reply(deps, tx, message, deps.t(message.locale, ended === 0 ? 'telegram.nothing_to_stop' : 'telegram.stopped'));
  },
});

/** Replies to anything that no other handler takes. It must be the last handler. */
export const helpHandler = (deps: ReplyDeps): BotHandler => ({
  name: 'help',
  takes: () => true,
  handle: async (tx, message) => await reply(deps, tx, message, deps.t(message.locale, 'telegram.hello')),
});

export const linkHandlers = (deps: HandlerDeps): readonly BotHandler[] => [start(deps), stop(deps)];

import { lateReason } from '#core/order/late-payout.ts';
import { orderNumber } from '#core/order/number.ts';
import { mergedOrderTexts, orderEmailFooter } from './order-news.ts';
import { formatDateTime } from '#core/format/moment.ts';
import type { Order } from '#core/order/order.ts';
import { type Instant, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import type { EmailEntry } from '#server/mails/email.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { type PresentDeps, presentOrder } from '#server/orders/customer/present.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import { moneyText, orderSides } from '#server/orders/order-sides.ts';
import { findOrder, findOrderNews, noticeReadersOf } from '#server/orders/queries.ts';
import { payersFieldsOf, valueEntries } from '#server/orders/readable-requisites.ts';
import type { Tx } from '#server/platform/db/db.ts';

interface OrderNotice {
  readonly kind: string;
  readonly topic: string;
  /** News of this or a lower version was already sent. */
  readonly version: number;
  readonly now: Instant;
}

/** Queues an e-mail about an order to its customer, due at once, and the same for the order's notice channels. */
const queueOrderEmail = async (tx: Tx, order: Order, { kind, topic, version, now }: OrderNotice): Promise<void> =>
  await queueNews(tx, {
    kind,
    subject: order.id,
    recipient: order.email,
    version,
    topic,
    isPaid: true,
    changedAt: now,
    dueAt: now,
    noticeReaders: { order: noticeReadersOf(order.id) },
  });

interface OrderEmail {
  readonly order: Order;
  /** `subject`, `heading` and `lead` are below this key of `order_letters`. */
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
  readonly lines: readonly EmailEntry[];
  /** Locale key of the button's label. */
  readonly button: string;
  readonly event: 'payout' | 'action';
}

/** An e-mail kind about one event of an order, with the link to its page. `findEmail` returns undefined when there is nothing to send. */
const createEventEmailKind = (
  deps: Pick<Deps, 'secrets' | 'settings' | 't'>,
  findEmail: (orderId: string) => Promise<OrderEmail | undefined>,
): EmailKind => ({
  mergedTexts: mergedOrderTexts(deps),
  async compose({ subject }) {
    const mail = await findEmail(subject);
    if (mail === undefined) return undefined;
    const { order, key: section, params, lines, button, event } = mail;
    const { locale } = order;
    const t = (key: string) => deps.t(locale, `order_letters.${section}.${key}`, { id: orderNumber(order.id), ...params });
    const url = orderLinkOf(deps, order);
    return {
      to: order.email,
      locale,
      email: { subject: t('subject'), heading: t('heading'), lead: t('lead'), lines, button: { label: deps.t(locale, button), url } },
      line: { label: deps.t(locale, 'order_letters.line.several', { id: orderNumber(order.id) }), value: t('heading'), url },
      notice: { event },
      footer: orderEmailFooter(deps, order),
    };
  },
});

/** Kind of the e-mails about a changed payout destination. */
export const DESTINATION_EMAIL = 'destination';

/** Queues an e-mail about the new payout destination, due at once so that the customer can object (quality R56). */
export const queueDestinationEmail = async (tx: Tx, order: Order, now: Instant): Promise<void> =>
  await queueOrderEmail(tx, order, { kind: DESTINATION_EMAIL, topic: 'corrected', version: order.version, now });

/** The e-mail about the current payout destination, masked as on the order's page. */
export const destinationEmailKind = (deps: Pick<Deps, 'db' | 'catalogue' | 'secrets' | 'settings' | 't'>): EmailKind =>
  createEventEmailKind(deps, async (id) => {
    const news = await findOrderNews(deps.db, id);
    if (news === undefined) return undefined;
    const { order, destination } = news;
    const lines = valueEntries(orderSides(deps.catalogue, order).outcome.outcomeFields, destination, order.locale);
    return { order, key: 'destination', params: {}, lines, button: 'order_letters.destination.button', event: 'action' };
  });

/** Kind of the e-mails about missed promises. */
export const PROMISE_EMAIL = 'promise';

/** Queues an e-mail about a missed promise. */
export const queueMissedPromiseEmail = async (tx: Tx, order: Order, missedAt: Instant, now: Instant): Promise<void> =>
  await queueOrderEmail(tx, order, { kind: PROMISE_EMAIL, topic: 'missed', version: Math.floor(missedAt / SECOND_MS), now });

/** The e-mail about a late payout: the missed time, the new one and the reason, as on the order's page; the last e-mail has no new time. */
export const promiseEmailKind = (deps: PresentDeps & Pick<Deps, 'db' | 'settings'>): EmailKind =>
  createEventEmailKind(deps, async (id) => {
    const order = await findOrder(deps.db, id);
    if (order === undefined) return undefined;
    const { locale } = order;
    const page = (await presentOrder(deps, deps.db, { order, locale })).attributes;
    const { payout_promise: promise, payout_overdue_since: overdue } = page;
    const why = lateReason({ status: order.status, reviewReason: page.payout_look_why, isPaidByPeople: page.paid_by_people });
    const lines = [{ label: deps.t(locale, 'order_letters.line.late_why'), value: deps.t(locale, `order.late.${why}`) }];
    const common = { order, lines, button: 'order_letters.open', event: 'payout' } as const;
    if (overdue !== null) return { ...common, key: 'promises_over', params: { missed: formatDateTime(overdue, locale) } };
    if (promise === null || promise.missed_at === null) return undefined;
    const params = { at: formatDateTime(promise.at, locale), missed: formatDateTime(promise.missed_at, locale) };
    return { ...common, key: 'promise_missed', params };
  });

/** Kind of the e-mails about returned surplus money. */
export const SURPLUS_EMAIL = 'surplus_returned';

/** E-mails the customer when surplus money has been returned. */
export const EMAIL_SURPLUS_RETURNED: Reaction = {
  name: 'tell_surplus_returned',
  phase: 'mail',
  onTouched: async (deps, tx, { before, after }) => {
    if (after.surplusReturned <= before.surplusReturned) return;
    await queueOrderEmail(tx, after, { kind: SURPLUS_EMAIL, topic: 'returned', version: after.version, now: deps.clock.now() });
  },
};

/** The e-mail about returned surplus: the total of all returns and their masked destination. */
export const surplusEmailKind = (deps: Pick<Deps, 'db' | 'catalogue' | 'secrets' | 'settings' | 't'>): EmailKind =>
  createEventEmailKind(deps, async (id) => {
    const news = await findOrderNews(deps.db, id);
    if (news === undefined) return undefined;
    const { order, refundDestination } = news;
    const { locale } = order;
    const { income } = orderSides(deps.catalogue, order);
    const amount = moneyText(order.surplusReturned, income, locale);
    return {
      order,
      key: 'surplus_returned',
      params: { amount },
      lines: [
        { label: deps.t(locale, 'order_letters.line.refund', { system: income.name[locale] }), value: amount },
        ...valueEntries(payersFieldsOf(income), refundDestination, locale),
      ],
      button: 'order_letters.open',
      event: 'payout',
    };
  });

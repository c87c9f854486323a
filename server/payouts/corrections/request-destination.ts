import { mergedOrderTexts, orderEmailFooter } from '#server/order-emails/order-news.ts';
import { formatDateTime } from '#core/format/moment.ts';
import type { Order } from '#core/order/order.ts';
import { DESTINATION_LINK_MS, mayCorrectDestination } from '#core/payout/payout.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { type LeasedOrder, lockLeasedVersion, orderLinkOf } from '#server/orders/access.ts';
import type { MoveDeps, OrderFacts } from '#server/orders/deps.ts';
import { applyTouch } from '#server/orders/move/apply-move.ts';
import { moneyText, orderSides } from '#server/orders/order-sides.ts';
import { findOrderNews, noticeReadersOf } from '#server/orders/queries.ts';
import { valueEntries } from '#server/orders/readable-requisites.ts';
import { isContradicted } from '#server/payouts/by-hand/payout-blocks.ts';
import { findAttempts } from '#server/payouts/store.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { findAnswers, findOpenRequest, findRequest, replaceRequest } from './store.ts';

/** Mail kind under which the request is stored as news. */
export const REQUEST_MAIL = 'destination_request';

const PURPOSE = 'payout-destination';

/** Key of the mailed link, derived from our secret so that it is not stored. The request row makes it single-use. */
const requestKeyOf = (deps: Pick<Deps, 'secrets'>, requestId: string): string => deps.secrets.sign(PURPOSE, requestId);

export const isRequestKey = (deps: Pick<Deps, 'secrets'>, requestId: string, key: string): boolean =>
  deps.secrets.verifyLongLived(PURPOSE, requestId, key);

/** The e-mail that asks for another destination of a failed payout. The key is in the URL fragment, so that no server logs it. */
export const requestEmails = (deps: Pick<Deps, 'db' | 'catalogue' | 'secrets' | 'settings' | 't'>): EmailKind => ({
  mergedTexts: mergedOrderTexts(deps),
  async compose({ subject }) {
    const request = await findRequest(deps.db, subject);
    const news = request && (await findOrderNews(deps.db, request.orderId));
    if (request === undefined || news?.order.email !== request.recipient) return undefined;
    const { order, destination } = news;
    const { locale } = order;
    const { outcome } = orderSides(deps.catalogue, order);
    const amount = moneyText(order.outcomeAmount, outcome, locale);
    const until = deps.t(locale, 'order_letters.moscow', { at: formatDateTime(toRfc3339(request.expiresAt), locale) });
    const t = (key: string) => deps.t(locale, `order_letters.destination_request.${key}`, { id: order.id, amount, until });
    const url = `${orderLinkOf(deps, order)}#destination=${requestKeyOf(deps, request.id)}`;
    return {
      to: request.recipient,
      locale,
      email: {
        subject: t('subject'),
        heading: t('heading'),
        lead: t('lead'),
        warning: t('warning'),
        lines: valueEntries(outcome.outcomeFields, destination, locale),
        button: { label: t('button'), url },
      },
      line: { label: deps.t(locale, 'order_letters.line.several', { id: order.id }), value: t('heading'), url },
      notice: { event: 'action' },
      footer: orderEmailFooter(deps, order),
    };
  },
});

/** Whether the payout's destination may change: no attempt can still pay, and no failed attempt is reported as executed. */
export const isCorrectable = async (db: Queryable, { id, status }: Pick<Order, 'id' | 'status'>): Promise<boolean> =>
  mayCorrectDestination(status, await findAttempts(db, id)) && !(await isContradicted(db, id));

/** Whether the customer may be asked: the one correction is not used, and no answer waits for an operator. */
export async function mayRequestDestination(
  deps: Pick<Deps, 'clock'>,
  db: Queryable,
  order: Pick<Order, 'id' | 'status'>,
): Promise<boolean> {
  if (!(await isCorrectable(db, order))) return false;
  const { isWaiting, isUsed } = await findAnswers(db, order.id, deps.clock.now());
  return !isWaiting && !isUsed;
}

interface RequestInput {
  /** Null: requested automatically. */
  readonly operatorId: string | null;
  readonly note: string;
}

/** Creates a request and e-mails its one-time link; an older request is closed. The order is locked. */
async function createRequest(deps: MoveDeps, tx: Tx, order: Order, { operatorId, note }: RequestInput): Promise<void> {
  const id = deps.random.uuid();
  const now = deps.clock.now();
  const expiresAt = now + DESTINATION_LINK_MS;
  await replaceRequest(tx, { id, orderId: order.id, recipient: order.email, expiresAt, askedBy: operatorId, note, now });
  const news = { kind: REQUEST_MAIL, subject: id, recipient: order.email, version: 1, topic: 'asked', isPaid: true };
  await queueNews(tx, { ...news, changedAt: now, dueAt: now, noticeReaders: { order: noticeReadersOf(order.id) } });
  const by = operatorId === null ? 'system' : 'operator';
  await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by }, by: { actorId: operatorId } });
}

/** An operator asks the customer for another destination of a failed payout (domain 5). Pays nothing. */
export async function requestDestination(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  input: LeasedOrder & { readonly note: string },
): Promise<Result<null, 'not_found' | 'lease_held' | 'order_state_conflict'>> {
  const locked = await lockLeasedVersion(deps, tx, input);
  if (!locked.ok) return locked;
  const order = locked.value;
  if (!(await isCorrectable(tx, order))) return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  if (!(await mayRequestDestination(deps, tx, order))) return refuse({ code: 'order_state_conflict', message: 'destination_given' });
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'payout.ask_correction',
    subjectType: 'order',
    subjectId: order.id,
    detail: { note: input.note, email: maskEmail(order.email) },
  });
  await createRequest(deps, tx, order, input);
  return accept(null);
}

/** Asks the customer without an operator, when the provider reports the destination as the cause. The order is locked and current. */
export async function requestDestinationAutomatically(deps: MoveDeps, tx: Tx, order: Order): Promise<void> {
  if (await mayRequestDestination(deps, tx, order)) await createRequest(deps, tx, order, { operatorId: null, note: '' });
}

/**
 * What the order page shows about the destination of a failed payout: `asked` (the customer must answer) or `given` (an operator checks
 * the answer).
 */
export const findDestinationRequest: OrderFacts['findDestinationRequest'] = async (db, orderId, now) => {
  if ((await findOpenRequest(db, orderId, now)) !== undefined) return 'asked';
  return (await findAnswers(db, orderId, now)).isWaiting ? 'given' : undefined;
};

import { type AdmissionFacts, type AdmissionRefusal, admit } from '#core/order/admission.ts';
import type { Order } from '#core/order/order.ts';
import type { Quote } from '#core/order/quote.ts';
import {
  isNetworkFull,
  judgePoolShare,
  judgeReserveShare,
  MAX_UNPAID_ORDERS,
  type PoolShareFacts,
  type ReserveShareFacts,
  SHORT_WINDOW_MS,
} from '#core/order/unpaid.ts';
import { refuse, type Result } from '#core/result.ts';
import type { ReserveAnswer } from '#server/adapters/rails/port.ts';
import { countRefusal, findBlacklisted } from '#server/blacklist/find-blacklisted.ts';
import type { Deps } from '#server/deps.ts';
import { refuseLookalike } from '#server/orders/known-destinations.ts';
import { waitForOrders } from '#server/orders/partner-orders.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import { bindQuote } from './bind-quote.ts';
import type { CardStanding } from '#server/orders/deps.ts';
import { findPayerCardStanding } from './card-standing.ts';
import type { CheckedForm } from './check-order-form.ts';
import type { FilledForm } from './fill-order-form.ts';
import {
  findHolders,
  findOpenUnpaid,
  hasExchanged,
  isKnownVisitor,
  type OpenUnpaid,
  readUnpaidHolds,
  type VisitorKey,
} from './unpaid-holds.ts';

export type FactDeps = Pick<
  Deps,
  'db' | 'catalogue' | 'clock' | 'findCardStanding' | 'limits' | 'log' | 'quotes' | 'secrets' | 'settings' | 'shop'
>;

/** A checked order form and its sender. */
export interface OrderRequest extends FilledForm {
  readonly checked: CheckedForm;
  readonly key: VisitorKey;
  readonly visitor: Visitor;
  readonly ip: string;
  /** SHA-256 of the browser's own key, in hex. */
  readonly device?: string | undefined;
}

/** Matches by e-mail, requisites, device or address. The refusal does not say by which, so that it does not tell what to change. */
async function isBlacklisted(deps: FactDeps, tx: Tx, { checked, visitor, ip, device }: OrderRequest): Promise<boolean> {
  const entries = await findBlacklisted(deps, tx, {
    email: checked.email,
    accountEmail: visitor.kind === 'user' ? visitor.email : undefined,
    requisites: [checked.incomeRequisites.values, checked.outcomeRequisites.values],
    device,
    peer: peerOf(ip),
  });
  if (entries.length > 0) countRefusal(deps, entries);
  return entries.length > 0;
}

/** Asks for confirmation of a typed destination that looks like a known one (R56). */
async function findLookalike(deps: FactDeps, tx: Tx, { form, byReference, checked, key }: OrderRequest) {
  if (byReference.outcome || form.confirm_lookalike === true) return null;
  const { values } = checked.outcomeRequisites;
  return await refuseLookalike(deps, tx, {
    owner: key,
    destination: { fields: checked.outcome.outcomeFields, values, path: 'outcome_requisites' },
  });
}

/**
 * Open orders of the visitor's network. Its limits do not apply (`isKnown`, read only for a full network) to a verified e-mail, nor to one
 * that has exchanged before and has fewer than ten open orders.
 */
async function readNearbyOrders({ clock }: FactDeps, tx: Tx, { key, visitor }: OrderRequest, { ofVisitor, nearby, endsAt }: OpenUnpaid) {
  const hasProvenEmail = visitor.kind === 'user' && visitor.hasVerifiedEmail;
  const isKnown = isNetworkFull(nearby) && (hasProvenEmail || (ofVisitor.length < MAX_UNPAID_ORDERS && (await hasExchanged(tx, key))));
  return { ...nearby, isKnown, wait: endsAt === null ? SHORT_WINDOW_MS : endsAt - clock.now() };
}

/**
 * Counts open unpaid orders: those proven by a key (at most ten, R17), those of the e-mail (no proof, since anyone can type it), and those
 * of the network. Not called with rate limits off.
 */
async function readOpenOrders(deps: FactDeps, tx: Tx, request: OrderRequest): Promise<Pick<AdmissionFacts, 'dailyOrders' | 'openOrders'>> {
  const now = deps.clock.now();
  const open = await findOpenUnpaid(tx, request.key, now);
  const { partner } = request.key;
  return {
    dailyOrders: { wait: partner === undefined ? null : await waitForOrders(tx, partner, now) },
    openOrders: {
      proven: open.ofVisitor.filter(({ hasKey }) => hasKey).length,
      possible: open.ofVisitor.length,
      nearby: await readNearbyOrders(deps, tx, request, open),
      ...(partner === undefined ? {} : { max: partner.quotas.openOrders }),
    },
  };
}

/** The facts that are read before the order is written, with the quote that binds it and the standing of the payer's card. */
export interface FactsBefore {
  readonly facts: Partial<AdmissionFacts>;
  readonly quote: Result<Quote, AdmissionRefusal>;
  readonly card: CardStanding;
}

export async function readFactsBefore(deps: FactDeps, tx: Tx, request: OrderRequest): Promise<FactsBefore> {
  const { form, checked, key } = request;
  const isListed = await isBlacklisted(deps, tx, request);
  const lookalike = await findLookalike(deps, tx, request);
  const refusal = admit({ isBlacklisted: isListed, lookalike });
  // After a refusal nothing more is read, locked or spent
  if (refusal !== null) return { facts: { isBlacklisted: isListed, lookalike }, quote: refuse(refusal), card: 'unknown' };
  const quote = await bindQuote(deps, tx, form, checked);
  const card: CardStanding = quote.ok
    ? await findPayerCardStanding(deps, tx, {
        ...checked,
        incomeAmount: quote.value.incomeAmount,
        values: checked.incomeRequisites.values,
        owner: key,
      })
    : 'unknown';
  const open = deps.settings.rateLimits === 'off' ? {} : await readOpenOrders(deps, tx, request);
  const quoteRefusal = quote.ok ? null : (quote.refusals[0] ?? null);
  const facts = { isBlacklisted: isListed, lookalike, quote: quoteRefusal, lacksVerification: card === 'refused', ...open };
  return { facts, quote, card };
}

/** Whether the amounts are within the direction's limits for one order, whatever its reserve. */
function isWithinLimits({ catalogue }: Pick<Deps, 'catalogue'>, quote: Quote): boolean {
  const income = catalogue.paymentSystem(quote.incomeCode);
  const outcome = catalogue.paymentSystem(quote.outcomeCode);
  const direction = catalogue.direction(quote.incomeCode, quote.outcomeCode);
  if (income === undefined || outcome === undefined || direction === undefined) return false;
  return quote.outcomeAmount <= outcome.maxAmount && quote.incomeAmount <= (direction.maxIncome ?? income.maxAmount);
}

/** The partner's own share of a reserve, where the quota differs from the default. */
const partnerShareOf = ({ partner }: VisitorKey): Pick<ReserveShareFacts, 'sharePercent'> =>
  partner === undefined ? {} : { sharePercent: BigInt(partner.quotas.reservePercent) };

async function readReserveUse(deps: FactDeps, tx: Tx, key: VisitorKey, quote: Quote): Promise<ReserveShareFacts> {
  const holds = await readUnpaidHolds(tx, quote.outcomeCode, key);
  const facts = { ...holds, ...partnerShareOf(key), amount: quote.outcomeAmount, isOrdinary: isWithinLimits(deps, quote), isKnown: false };
  // Queried only when the answer matters
  return { ...facts, isKnown: judgeReserveShare(facts) === 'kept_for_known' && (await isKnownVisitor(tx, key)) };
}

type TakenRequisites = Extract<ReserveAnswer, { outcome: 'taken' }>;

/** How much unpaid orders hold of the requisites that this order was given one of. */
async function readRequisiteUse(tx: Tx, key: VisitorKey, orderId: string, { total, reserved }: TakenRequisites): Promise<PoolShareFacts> {
  const ids = reserved.map((reservation) => reservation.orderId);
  const holders = new Map((await findHolders(tx, ids, key)).map((holder) => [holder.id, holder]));
  const sum = (isCounted: (holder: NonNullable<ReturnType<typeof holders.get>>) => boolean): bigint =>
    reserved.reduce((all, { orderId: id, share }) => {
      const holder = holders.get(id);
      return holder !== undefined && isCounted(holder) ? all + share : all;
    }, 0n);
  const facts = {
    total,
    unpaidTotal: sum(() => true),
    proven: sum((holder) => holder.has_key === true),
    network: sum((holder) => holder.is_of_network === true),
    amount: sum((holder) => holder.id === orderId),
    ...partnerShareOf(key),
    isKnown: false,
  };
  return { ...facts, isKnown: judgePoolShare(facts) === 'kept_for_known' && (await isKnownVisitor(tx, key)) };
}

/** Request field named by refusals of the income side. */
const FROM_FIELD = 'payment_system_from_id';

/** An order that was just written, with the result of its hold and its requisites. */
interface WrittenOrder extends Pick<Order, 'id' | 'quote'>, Pick<AdmissionFacts, 'reserve'> {
  readonly requisites: ReserveAnswer | null;
}

/**
 * Whether the written order may keep its reserve (domain 5, "Open orders"). Read after the hold is opened: other orders of the reserve wait
 * for this transaction, so the counts are exact.
 */
export async function readFactsAfter(
  deps: FactDeps,
  tx: Tx,
  visitorKey: VisitorKey,
  { id, quote, reserve, requisites: taken }: WrittenOrder,
): Promise<Partial<AdmissionFacts>> {
  const requisites = taken && { ...taken, now: deps.clock.now(), field: FROM_FIELD, amountField: reserve.field };
  if (!reserve.isHeld || deps.settings.rateLimits === 'off') return { requisites, reserve };
  const key = { ...visitorKey, orderIds: [...visitorKey.orderIds, id] };
  const share = await readReserveUse(deps, tx, key, quote);
  const requisiteShare = taken?.outcome === 'taken' ? { ...(await readRequisiteUse(tx, key, id, taken)), field: FROM_FIELD } : null;
  return { requisites, reserve, place: requisiteShare, share };
}

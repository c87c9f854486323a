import { formatAmount } from '#core/money/amount.ts';
import { type AdmissionFacts, type AdmissionRefusal, admit } from '#core/order/admission.ts';
import type { Order } from '#core/order/order.ts';
import {
  type PoolShareFacts,
  type ReserveShareFacts,
  isNetworkFull,
  judgePoolShare,
  judgeReserveShare,
  MAX_UNPAID_ORDERS,
  SHORT_WINDOW_MS,
} from '#core/order/unpaid.ts';
import type { Quote } from '#core/order/quote.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { ReserveAnswer } from '#server/adapters/rails/port.ts';
import type { CaptchaRefusal } from '#server/captcha/captcha.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { waitForOrders } from '#server/orders/partner-orders.ts';
import {
  findHolders,
  findOpenUnpaid,
  hasExchanged,
  isKnownVisitor,
  type OpenUnpaid,
  readUnpaidHolds,
  type UnpaidOrder,
  type VisitorKey,
} from './unpaid-holds.ts';

type AdmitDeps = Pick<Deps, 'catalogue' | 'clock' | 'captcha' | 'settings'>;
type AdmitRefusal = AdmissionRefusal | CaptchaRefusal;

/** Request field named by refusals of the income side. */
const FROM_FIELD = 'payment_system_from_id';

/** The customer who wants a reserve, with the proof of work sent. */
export interface Requester {
  readonly key: VisitorKey;
  /** A signed-in user with a verified e-mail. */
  readonly hasProvenEmail: boolean;
  readonly captchaToken: string | undefined;
  /** Why the token was refused by the check before the transaction. */
  readonly proofRefusals: readonly Refusal<CaptchaRefusal>[];
  /** A proof was already spent for this order. */
  readonly isProven: boolean;
}

function present({ catalogue }: Pick<Deps, 'catalogue'>, order: UnpaidOrder) {
  const amount = (code: string, minor: bigint) => formatAmount(minor, catalogue.paymentSystem(code)?.scale ?? 0);
  return {
    id: order.id,
    status: order.status,
    payment_system_from_id: order.incomeCode,
    payment_system_to_id: order.outcomeCode,
    income_amount: amount(order.incomeCode, order.incomeAmount),
    outcome_amount: amount(order.outcomeCode, order.outcomeAmount),
    created_at: toRfc3339(order.createdAt),
    expires_at: order.expiresAt === null ? null : toRfc3339(order.expiresAt),
  };
}

/** The refusal lists the open orders whose keys the visitor holds, except the refused one. */
const openOrdersMeta = (deps: AdmitDeps, openOrders: readonly UnpaidOrder[], refusedId?: string): Pick<Refusal, 'meta'> => ({
  meta: {
    orders: openOrders
      .filter((order) => order.hasKey && order.id !== refusedId)
      .slice(0, 2 * MAX_UNPAID_ORDERS)
      .map((order) => present(deps, order)),
  },
});

/**
 * Runs the admission rules; where only a proof of work is missing, spends the token and runs them again. One proof serves one
 * order. A repeated request gets the stored answer; a refusal rolls the spent proof back.
 */
async function admitWithProof(
  deps: AdmitDeps,
  tx: Tx,
  requester: Requester,
  factsOf: (proof: { readonly isProven: boolean }) => Partial<AdmissionFacts>,
): Promise<Result<Requester, AdmitRefusal>> {
  const refusal = admit(factsOf(requester));
  if (refusal === null) return accept(requester);
  if (refusal.code !== 'captcha_required' || requester.captchaToken === undefined) return refuse(refusal);
  if (!(await deps.captcha.spend(tx, requester.captchaToken)))
    return refuse(requester.proofRefusals[0] ?? { code: 'wrong_captcha', field: 'captcha_token' });
  return await admitWithProof(deps, tx, { ...requester, isProven: true }, factsOf);
}

/** Adds the open orders to a `too_many_open_orders` refusal; they are read only then. */
async function withOpenOrders(
  admitted: Result<Requester, AdmitRefusal>,
  readMeta: () => Promise<Pick<Refusal, 'meta'>>,
): Promise<Result<Requester, AdmitRefusal>> {
  const refusal = admitted.ok ? undefined : admitted.refusals[0];
  return refusal?.code === 'too_many_open_orders' ? refuse({ ...refusal, ...(await readMeta()) }) : admitted;
}

/**
 * Open orders of the visitor's network, and whether its limits do not apply: for a verified e-mail, or, below ten open orders,
 * for an e-mail that has exchanged before. That is queried only when the network is full.
 */
async function nearbyOf({ clock }: AdmitDeps, tx: Tx, { key, hasProvenEmail }: Requester, { ofVisitor, nearby, endsAt }: OpenUnpaid) {
  const isKnown = isNetworkFull(nearby) && (hasProvenEmail || (ofVisitor.length < MAX_UNPAID_ORDERS && (await hasExchanged(tx, key))));
  return { ...nearby, isKnown, wait: endsAt === null ? SHORT_WINDOW_MS : endsAt - clock.now() };
}

/**
 * Checks the limits of open unpaid orders before the order is written: ten per visitor by held keys (R17), and the network's
 * limit. Off with the rate limits, for load tests. An e-mail is no key, since anyone can type one: orders known only by e-mail
 * require a proof of work and are not shown.
 */
export async function checkOpenOrders(deps: AdmitDeps, tx: Tx, requester: Requester): Promise<Result<Requester, AdmitRefusal>> {
  if (deps.settings.rateLimits === 'off') return accept(requester);
  const open = await findOpenUnpaid(tx, requester.key, deps.clock.now());
  const { ofVisitor } = open;
  const keyHeldCount = ofVisitor.filter(({ hasKey }) => hasKey).length;
  const nearby = await nearbyOf(deps, tx, requester, open);
  const { partner } = requester.key;
  const limit = partner === undefined ? {} : { max: partner.quotas.openOrders };
  const dailyOrders = { wait: partner === undefined ? null : await waitForOrders(tx, partner, deps.clock.now()) };
  const admitted = await admitWithProof(deps, tx, requester, ({ isProven }) => ({
    dailyOrders,
    openOrders: { proven: keyHeldCount, possible: ofVisitor.length, nearby, isProven, ...limit },
  }));
  return await withOpenOrders(admitted, async () => openOrdersMeta(deps, ofVisitor));
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

async function readReserveUse(deps: AdmitDeps, tx: Tx, key: VisitorKey, quote: Quote): Promise<ReserveShareFacts> {
  const holds = await readUnpaidHolds(tx, quote.outcomeCode, key);
  const facts = { ...holds, ...partnerShareOf(key), amount: quote.outcomeAmount, isOrdinary: isWithinLimits(deps, quote), isKnown: false };
  // Queried only when the answer matters
  return { ...facts, isKnown: judgeReserveShare(facts) === 'kept_for_known' && (await isKnownVisitor(tx, key)) };
}

/** How much unpaid orders hold of the requisites that this order was given one of. */
async function readRequisiteUse(
  tx: Tx,
  key: VisitorKey,
  id: string,
  taken: Extract<ReserveAnswer, { outcome: 'taken' }>,
): Promise<PoolShareFacts> {
  const holders = new Map(
    (
      await findHolders(
        tx,
        taken.reserved.map(({ orderId }) => orderId),
        key,
      )
    ).map((holder) => [holder.id, holder]),
  );
  const sum = (isCounted: (of: NonNullable<ReturnType<typeof holders.get>>) => boolean): bigint =>
    taken.reserved.reduce((all, { orderId, share: part }) => {
      const holder = holders.get(orderId);
      return holder !== undefined && isCounted(holder) ? all + part : all;
    }, 0n);
  const facts = {
    total: taken.total,
    unpaidTotal: sum(() => true),
    proven: sum(({ is_his }) => is_his === true),
    network: sum(({ is_of_network }) => is_of_network === true),
    amount: sum((holder) => holder.id === id),
    ...partnerShareOf(key),
    isKnown: false,
  };
  return { ...facts, isKnown: judgePoolShare(facts) === 'kept_for_known' && (await isKnownVisitor(tx, key)) };
}

/** An order that was just written, with its reserve result and requisites. */
interface WrittenOrder extends Pick<Order, 'id' | 'quote'>, Pick<AdmissionFacts, 'reserve'> {
  readonly requisites: ReserveAnswer | null;
}

/**
 * Whether this order may keep its reserve (domain 5, "Open orders"). Runs after the hold is opened: other orders of the same
 * reserve wait for this transaction, so the counts are exact. A refusal rolls everything back.
 */
export async function checkReserve(
  deps: AdmitDeps,
  tx: Tx,
  requester: Requester,
  { id, quote, reserve, requisites: taken }: WrittenOrder,
): Promise<Result<Requester, AdmitRefusal>> {
  const requisites = taken && { ...taken, now: deps.clock.now(), field: FROM_FIELD, amountField: reserve.field };
  if (!reserve.isHeld || deps.settings.rateLimits === 'off')
    return await admitWithProof(deps, tx, requester, () => ({ requisites, reserve }));
  const key = { ...requester.key, orderIds: [...requester.key.orderIds, id] };
  const share = await readReserveUse(deps, tx, key, quote);
  const place = taken?.outcome === 'taken' ? { ...(await readRequisiteUse(tx, key, id, taken)), field: FROM_FIELD } : null;
  const admitted = await admitWithProof(deps, tx, requester, ({ isProven }) => ({
    requisites,
    reserve,
    place,
    share: { ...share, isProven },
  }));
  return await withOpenOrders(admitted, async () =>
    openOrdersMeta(deps, (await findOpenUnpaid(tx, requester.key, deps.clock.now())).ofVisitor, id),
  );
}

import { formatAmount } from '#core/money/amount.ts';
import { type AdmissionFacts, type AdmissionRefusal, admit } from '#core/order/admission.ts';
import type { Order } from '#core/order/order.ts';
import {
  type AskedPlace,
  type AskedPromise,
  isNetworkFull,
  judgePlace,
  judgePromise,
  MAX_UNPAID_ORDERS,
  PRESSED_WINDOW_MS,
} from '#core/order/unpaid.ts';
import type { Quote } from '#core/quote.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { TakeAnswer } from '#server/adapters/rails/port.ts';
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
type AskedRefusal = AdmissionRefusal | CaptchaRefusal;

/** What a closed income side points at. */
const FROM_FIELD = 'payment_system_from_id';

/** Who wants a promise, and with which proof of work. */
export interface Asker {
  readonly key: VisitorKey;
  /** A user who is signed in and has proven his e-mail. */
  readonly hasProvenEmail: boolean;
  readonly captchaToken: string | undefined;
  /** What was wrong with the token when it was looked at. */
  readonly proofRefusals: readonly Refusal<CaptchaRefusal>[];
  /** The proof was taken for this order already. */
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

/** The refusal names the orders whose keys he holds; the one it refuses is none of them. */
const naming = (deps: AdmitDeps, own: readonly UnpaidOrder[], refusedId?: string): Pick<Refusal, 'meta'> => ({
  meta: {
    orders: own
      .filter((order) => order.isHis && order.id !== refusedId)
      .slice(0, 2 * MAX_UNPAID_ORDERS)
      .map((order) => present(deps, order)),
  },
});

/**
 * Asks the list of admission; where only a proof of work is missing, takes it and asks again. One is enough for one order, and for
 * no other: a repeated call gets the kept answer, and a refusal gives the proof back with the transaction.
 */
async function askWithProof(
  deps: AdmitDeps,
  tx: Tx,
  asker: Asker,
  factsOf: (proof: { readonly isProven: boolean }) => Partial<AdmissionFacts>,
): Promise<Result<Asker, AskedRefusal>> {
  const refusal = admit(factsOf(asker));
  if (refusal === null) return accept(asker);
  if (refusal.code !== 'captcha_required' || asker.captchaToken === undefined) return refuse(refusal);
  if (!(await deps.captcha.spend(tx, asker.captchaToken)))
    return refuse(asker.proofRefusals[0] ?? { code: 'wrong_captcha', field: 'captcha_token' });
  return await askWithProof(deps, tx, { ...asker, isProven: true }, factsOf);
}

/** Names his open orders where they are the reason; read only then. */
async function named(
  asked: Result<Asker, AskedRefusal>,
  ownOrders: () => Promise<Pick<Refusal, 'meta'>>,
): Promise<Result<Asker, AskedRefusal>> {
  const refusal = asked.ok ? undefined : asked.refusals[0];
  return refusal?.code === 'too_many_open_orders' ? refuse({ ...refusal, ...(await ownOrders()) }) : asked;
}

/**
 * What is open of his network, and whether its caps are for him: not for a user whose e-mail is proven, nor, up to ten orders
 * under it, for an e-mail that has exchanged before. Asked only where it matters.
 */
async function nearbyOf({ clock }: AdmitDeps, tx: Tx, { key, hasProvenEmail }: Asker, { own, nearby, endsAt }: OpenUnpaid) {
  const isKnown = isNetworkFull(nearby) && (hasProvenEmail || (own.length < MAX_UNPAID_ORDERS && (await hasExchanged(tx, key))));
  return { ...nearby, isKnown, wait: endsAt === null ? PRESSED_WINDOW_MS : endsAt - clock.now() };
}

/**
 * At most ten unpaid orders of one visitor, by the keys he holds (R17), and so many of strangers of one network; lifted with the rate limits for load tests. Before the order
 * is written. An e-mail is no key, since anybody may type a stranger's: what was ordered in its name alone asks for a proof of
 * work, and tells nothing of itself.
 */
export async function admitOpen(deps: AdmitDeps, tx: Tx, asker: Asker): Promise<Result<Asker, AskedRefusal>> {
  if (deps.settings.rateLimits === 'off') return accept(asker);
  const open = await findOpenUnpaid(tx, asker.key, deps.clock.now());
  const { own } = open;
  const his = own.filter(({ isHis }) => isHis).length;
  const nearby = await nearbyOf(deps, tx, asker, open);
  const { partner } = asker.key;
  const most = partner === undefined ? {} : { most: partner.quotas.openOrders };
  const dailyOrders = { wait: partner === undefined ? null : await waitForOrders(tx, partner, deps.clock.now()) };
  const asked = await askWithProof(deps, tx, asker, ({ isProven }) => ({
    dailyOrders,
    openOrders: { his, own: own.length, nearby, isProven, ...most },
  }));
  return await named(asked, async () => naming(deps, own));
}

/** Within what the direction gives for one order, whatever its reserve. */
function isOrdinary({ catalogue }: Pick<Deps, 'catalogue'>, quote: Quote): boolean {
  const income = catalogue.paymentSystem(quote.incomeCode);
  const outcome = catalogue.paymentSystem(quote.outcomeCode);
  const direction = catalogue.direction(quote.incomeCode, quote.outcomeCode);
  if (income === undefined || outcome === undefined || direction === undefined) return false;
  return quote.outcomeAmount <= outcome.maxAmount && quote.incomeAmount <= (direction.maxIncome ?? income.maxAmount);
}

/** The part that is a visitor's, where it is another than everybody's. */
const shareOf = ({ partner }: VisitorKey): Pick<AskedPromise, 'sharePercent'> =>
  partner === undefined ? {} : { sharePercent: BigInt(partner.quotas.reservePercent) };

async function readShare(deps: AdmitDeps, tx: Tx, key: VisitorKey, quote: Quote): Promise<AskedPromise> {
  const holds = await readUnpaidHolds(tx, quote.outcomeCode, key);
  const asked = { ...holds, ...shareOf(key), amount: quote.outcomeAmount, isOrdinary: isOrdinary(deps, quote), isKnown: false };
  // Whom we know is asked only where it matters
  return { ...asked, isKnown: judgePromise(asked) === 'kept_for_known' && (await isKnownVisitor(tx, key)) };
}

/** What unpaid orders hold of the requisites that this one was given one of. */
async function readPlace(tx: Tx, key: VisitorKey, id: string, taken: Extract<TakeAnswer, { outcome: 'taken' }>): Promise<AskedPlace> {
  const holders = new Map(
    (
      await findHolders(
        tx,
        taken.held.map(({ orderId }) => orderId),
        key,
      )
    ).map((one) => [one.id, one]),
  );
  const sum = (isCounted: (of: NonNullable<ReturnType<typeof holders.get>>) => boolean): bigint =>
    taken.held.reduce((all, { orderId, part }) => {
      const holder = holders.get(orderId);
      return holder !== undefined && isCounted(holder) ? all + part : all;
    }, 0n);
  const asked = {
    whole: taken.whole,
    all: sum(() => true),
    his: sum(({ is_his }) => is_his === true),
    network: sum(({ is_of_network }) => is_of_network === true),
    amount: sum((holder) => holder.id === id),
    ...shareOf(key),
    isKnown: false,
  };
  return { ...asked, isKnown: judgePlace(asked) === 'kept_for_known' && (await isKnownVisitor(tx, key)) };
}

/** An order that was just written, with what was promised to it and what it is to be paid on. */
interface Promised extends Pick<Order, 'id' | 'quote'>, Pick<AdmissionFacts, 'reserve'> {
  readonly requisites: TakeAnswer | null;
}

/**
 * Whether this order may keep the promise it has just been given (domain 5, "Open orders"). After the promise: everybody who
 * wants this reserve waits for the transaction, so what is counted is the truth. A refusal rolls all of it back.
 */
export async function admitPromise(
  deps: AdmitDeps,
  tx: Tx,
  asker: Asker,
  { id, quote, reserve, requisites: taken }: Promised,
): Promise<Result<Asker, AskedRefusal>> {
  const requisites = taken && { ...taken, now: deps.clock.now(), field: FROM_FIELD, amountField: reserve.field };
  if (!reserve.isHeld || deps.settings.rateLimits === 'off') return await askWithProof(deps, tx, asker, () => ({ requisites, reserve }));
  const key = { ...asker.key, orderIds: [...asker.key.orderIds, id] };
  const share = await readShare(deps, tx, key, quote);
  const place = taken?.outcome === 'taken' ? { ...(await readPlace(tx, key, id, taken)), field: FROM_FIELD } : null;
  const asked = await askWithProof(deps, tx, asker, ({ isProven }) => ({ requisites, reserve, place, share: { ...share, isProven } }));
  return await named(asked, async () => naming(deps, (await findOpenUnpaid(tx, asker.key, deps.clock.now())).own, id));
}

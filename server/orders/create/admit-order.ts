import { formatAmount } from '#core/money/amount.ts';
import { type AdmissionFacts, type AdmissionRefusal, admit } from '#core/order/admission.ts';
import type { Order } from '#core/order/order.ts';
import { type AskedPromise, judgePromise, MAX_UNPAID_ORDERS } from '#core/order/unpaid.ts';
import type { Quote } from '#core/quote.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { CaptchaRefusal } from '#server/captcha/captcha.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { waitForOrders } from '#server/orders/partner-orders.ts';
import { findOwnUnpaid, isKnownVisitor, readUnpaidHolds, type UnpaidOrder, type VisitorKey } from './unpaid-holds.ts';

type AdmitDeps = Pick<Deps, 'catalogue' | 'clock' | 'captcha' | 'settings'>;
type AskedRefusal = AdmissionRefusal | CaptchaRefusal;

/** Who wants a promise, and with which proof of work. */
export interface Asker {
  readonly key: VisitorKey;
  readonly captchaToken: string | undefined;
  /** Which call takes it (`callKeyOf`), and what was wrong with it when it was looked at. */
  readonly proof: { readonly spentFor: string | undefined; readonly refusals: readonly Refusal<CaptchaRefusal>[] } | undefined;
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

/** Asks the list of admission; where only a proof of work is missing, takes it and asks again. One is enough for one order. */
async function askWithProof(
  deps: AdmitDeps,
  tx: Tx,
  asker: Asker,
  factsOf: (proof: { readonly isProven: boolean }) => Partial<AdmissionFacts>,
): Promise<Result<Asker, AskedRefusal>> {
  const refusal = admit(factsOf(asker));
  if (refusal === null) return accept(asker);
  if (refusal.code !== 'captcha_required' || asker.captchaToken === undefined) return refuse(refusal);
  if (!(await deps.captcha.spend(tx, asker.captchaToken, asker.proof?.spentFor)))
    return refuse(asker.proof?.refusals[0] ?? { code: 'wrong_captcha', field: 'captcha_token' });
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
 * At most ten unpaid orders of one visitor, by the keys he holds (R17); lifted with the rate limits for load tests. Before the order
 * is written. An e-mail is no key, since anybody may type a stranger's: what was ordered in its name alone asks for a proof of
 * work, and tells nothing of itself.
 */
export async function admitOpen(deps: AdmitDeps, tx: Tx, asker: Asker): Promise<Result<Asker, AskedRefusal>> {
  if (deps.settings.rateLimits === 'off') return accept(asker);
  const own = await findOwnUnpaid(tx, asker.key);
  const his = own.filter(({ isHis }) => isHis).length;
  const { partner } = asker.key;
  const most = partner === undefined ? {} : { most: partner.quotas.openOrders };
  const dailyOrders = { wait: partner === undefined ? null : await waitForOrders(tx, partner, deps.clock.now()) };
  const asked = await askWithProof(deps, tx, asker, ({ isProven }) => ({
    dailyOrders,
    openOrders: { his, own: own.length, isProven, ...most },
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

async function readShare(deps: AdmitDeps, tx: Tx, key: VisitorKey, quote: Quote): Promise<AskedPromise> {
  const holds = await readUnpaidHolds(tx, quote.outcomeCode, key);
  const share = key.partner === undefined ? {} : { sharePercent: BigInt(key.partner.quotas.reservePercent) };
  const asked = { ...holds, ...share, amount: quote.outcomeAmount, isOrdinary: isOrdinary(deps, quote), isKnown: false };
  // Whom we know is asked only where it matters
  return { ...asked, isKnown: judgePromise(asked) === 'kept_for_known' && (await isKnownVisitor(tx, key)) };
}

/**
 * Whether this order may keep the promise it has just been given (domain 5, "Open orders"). After the promise: everybody who
 * wants this reserve waits for the transaction, so what is counted is the truth. A refusal rolls all of it back.
 */
export async function admitPromise(
  deps: AdmitDeps,
  tx: Tx,
  asker: Asker,
  { id, quote, reserve }: Pick<Order, 'id' | 'quote'> & Pick<AdmissionFacts, 'reserve'>,
): Promise<Result<Asker, AskedRefusal>> {
  if (!reserve.isHeld || deps.settings.rateLimits === 'off') return await askWithProof(deps, tx, asker, () => ({ reserve }));
  const key = { ...asker.key, orderIds: [...asker.key.orderIds, id] };
  const share = await readShare(deps, tx, key, quote);
  const asked = await askWithProof(deps, tx, asker, ({ isProven }) => ({ reserve, share: { ...share, isProven } }));
  return await named(asked, async () => naming(deps, await findOwnUnpaid(tx, asker.key), id));
}

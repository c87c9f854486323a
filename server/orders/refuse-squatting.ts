import { formatAmount } from '#core/money/amount.ts';
import { judgePromise, MAX_UNPAID_ORDERS, PRESSED_WINDOW_MS, type PromiseVerdict } from '#core/order/unpaid.ts';
import type { Quote } from '#core/quote.ts';
import type { Refusal } from '#core/refusal.ts';
import { MINUTE_MS, toRfc3339 } from '#core/time.ts';
import { spendProof } from '#server/captcha/spend-proof.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findOwnUnpaid, isKnownVisitor, readUnpaidHolds, type UnpaidOrder, type VisitorKey } from './unpaid-holds.ts';

type SquattingDeps = Pick<Deps, 'catalogue' | 'clock' | 'secrets' | 'settings'>;
export type SquattingRefusal = Refusal<'too_many_open_orders' | 'captcha_required' | 'wrong_captcha' | 'has_no_reserves'>;

/** Who wants a promise, and with which proof of work. */
export interface Asker {
  readonly key: VisitorKey;
  readonly captchaToken: string | undefined;
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

/** The refusal names the orders whose keys he holds; what was only ordered for the same e-mail is told by mail, not here. */
function tooManyOpen(deps: SquattingDeps, own: readonly UnpaidOrder[]): SquattingRefusal {
  const orders = own.filter((order) => order.isHis).map((order) => present(deps, order));
  if (orders.length === 0) return { code: 'too_many_open_orders', message: 'open_orders_by_mail', meta: { orders } };
  return { code: 'too_many_open_orders', meta: { orders } };
}

/** At most ten unpaid orders of one visitor, by his own key (R17); lifted with the rate limits for load tests. Before the order is written. */
export async function refuseTooManyOpen(deps: SquattingDeps, tx: Tx, { key }: Asker): Promise<SquattingRefusal | null> {
  if (deps.settings.rateLimits === 'off') return null;
  const own = await findOwnUnpaid(tx, key);
  return own.length >= MAX_UNPAID_ORDERS ? tooManyOpen(deps, own) : null;
}

/** Within what the direction gives for one order, whatever its reserve. */
function isOrdinary({ catalogue }: Pick<Deps, 'catalogue'>, quote: Quote): boolean {
  const income = catalogue.paymentSystem(quote.incomeCode);
  const outcome = catalogue.paymentSystem(quote.outcomeCode);
  const direction = catalogue.direction(quote.incomeCode, quote.outcomeCode);
  if (income === undefined || outcome === undefined || direction === undefined) return false;
  return quote.outcomeAmount <= outcome.maxAmount && quote.incomeAmount <= (direction.maxIncome ?? income.maxAmount);
}

async function verdictOf(deps: SquattingDeps, tx: Tx, { key }: Asker, quote: Quote): Promise<PromiseVerdict> {
  const holds = await readUnpaidHolds(tx, quote.outcomeCode, key);
  const asked = { ...holds, amount: quote.outcomeAmount, isFirst: holds.own <= quote.outcomeAmount, isOrdinary: isOrdinary(deps, quote) };
  const verdict = judgePromise({ ...asked, isKnown: false });
  return verdict === 'kept_for_known' && (await isKnownVisitor(tx, key)) ? judgePromise({ ...asked, isKnown: true }) : verdict;
}

/**
 * Whether this order may keep the promise it has just been given (domain 5, "Open orders"). After the promise: everybody who
 * wants this reserve waits for the transaction, so what is counted is the truth. A refusal rolls all of it back.
 */
export async function refuseSquatting(deps: SquattingDeps, tx: Tx, asker: Asker, quote: Quote): Promise<SquattingRefusal | null> {
  if (deps.settings.rateLimits === 'off') return null;
  const verdict = await verdictOf(deps, tx, asker, quote);
  if (verdict === 'promised') return null;
  if (verdict === 'share_exceeded') return tooManyOpen(deps, await findOwnUnpaid(tx, asker.key));
  if (verdict === 'kept_for_known')
    return { code: 'has_no_reserves', message: 'reserve_kept', params: { minutes: PRESSED_WINDOW_MS / MINUTE_MS } };
  const { captchaToken } = asker;
  if (captchaToken === undefined) return { code: 'captcha_required', field: 'captcha_token' };
  return (await spendProof(deps, tx, captchaToken)) ? null : { code: 'wrong_captcha', field: 'captcha_token' };
}

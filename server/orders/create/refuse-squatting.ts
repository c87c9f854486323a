import { formatAmount } from '#core/money/amount.ts';
import type { Order } from '#core/order/order.ts';
import { judgePromise, MAX_UNPAID_ORDERS, PRESSED_WINDOW_MS, type PromiseVerdict } from '#core/order/unpaid.ts';
import type { Quote } from '#core/quote.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { MINUTE_MS, toRfc3339 } from '#core/time.ts';
import { spendProof } from '#server/captcha/spend-proof.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findOwnUnpaid, isKnownVisitor, readUnpaidHolds, type UnpaidOrder, type VisitorKey } from './unpaid-holds.ts';

type SquattingDeps = Pick<Deps, 'catalogue' | 'clock' | 'secrets' | 'settings'>;
type ProofRefusal = 'captcha_required' | 'wrong_captcha';
export type SquattingRefusal = Refusal<'too_many_open_orders' | 'captcha_required' | 'wrong_captcha' | 'has_no_reserves'>;

/** Who wants a promise, and with which proof of work. */
export interface Asker {
  readonly key: VisitorKey;
  readonly captchaToken: string | undefined;
  /** The proof was taken for this order already. */
  readonly isProven?: boolean;
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
const tooManyOpen = (deps: SquattingDeps, own: readonly UnpaidOrder[], refusedId?: string): Refusal<'too_many_open_orders'> => ({
  code: 'too_many_open_orders',
  meta: { orders: own.filter((order) => order.isHis && order.id !== refusedId).map((order) => present(deps, order)) },
});

/** Takes the proof of work where one is asked for; one is enough for one order. */
async function prove(deps: SquattingDeps, tx: Tx, asker: Asker): Promise<Result<Asker, ProofRefusal>> {
  const { captchaToken, isProven } = asker;
  if (isProven) return accept(asker);
  if (captchaToken === undefined) return refuse({ code: 'captcha_required', field: 'captcha_token' });
  if (!(await spendProof(deps, tx, captchaToken))) return refuse({ code: 'wrong_captcha', field: 'captcha_token' });
  return accept({ ...asker, isProven: true });
}

/**
 * At most ten unpaid orders of one visitor, by the keys he holds (R17); lifted with the rate limits for load tests. Before the order
 * is written. An e-mail is no key, since anybody may type a stranger's: what was ordered in its name alone asks for a proof of
 * work, and tells nothing of itself.
 */
export async function admitOpen(deps: SquattingDeps, tx: Tx, asker: Asker): Promise<Result<Asker, 'too_many_open_orders' | ProofRefusal>> {
  if (deps.settings.rateLimits === 'off') return accept(asker);
  const own = await findOwnUnpaid(tx, asker.key);
  if (own.filter(({ isHis }) => isHis).length >= MAX_UNPAID_ORDERS) return { ok: false, refusals: [tooManyOpen(deps, own)] };
  return own.length >= MAX_UNPAID_ORDERS ? await prove(deps, tx, asker) : accept(asker);
}

/** Within what the direction gives for one order, whatever its reserve. */
function isOrdinary({ catalogue }: Pick<Deps, 'catalogue'>, quote: Quote): boolean {
  const income = catalogue.paymentSystem(quote.incomeCode);
  const outcome = catalogue.paymentSystem(quote.outcomeCode);
  const direction = catalogue.direction(quote.incomeCode, quote.outcomeCode);
  if (income === undefined || outcome === undefined || direction === undefined) return false;
  return quote.outcomeAmount <= outcome.maxAmount && quote.incomeAmount <= (direction.maxIncome ?? income.maxAmount);
}

async function verdictOf(deps: SquattingDeps, tx: Tx, key: VisitorKey, quote: Quote): Promise<PromiseVerdict> {
  const holds = await readUnpaidHolds(tx, quote.outcomeCode, key);
  const asked = { ...holds, amount: quote.outcomeAmount, isOrdinary: isOrdinary(deps, quote) };
  const verdict = judgePromise({ ...asked, isKnown: false });
  return verdict === 'kept_for_known' && (await isKnownVisitor(tx, key)) ? judgePromise({ ...asked, isKnown: true }) : verdict;
}

/**
 * Whether this order may keep the promise it has just been given (domain 5, "Open orders"). After the promise: everybody who
 * wants this reserve waits for the transaction, so what is counted is the truth. A refusal rolls all of it back.
 */
export async function refuseSquatting(
  deps: SquattingDeps,
  tx: Tx,
  asker: Asker,
  { id, quote }: Pick<Order, 'id' | 'quote'>,
): Promise<SquattingRefusal | null> {
  if (deps.settings.rateLimits === 'off') return null;
  const key = { ...asker.key, orderIds: [...asker.key.orderIds, id] };
  const verdict = await verdictOf(deps, tx, key, quote);
  if (verdict === 'promised') return null;
  if (verdict === 'share_exceeded') return tooManyOpen(deps, await findOwnUnpaid(tx, asker.key), id);
  if (verdict === 'kept_for_known')
    return { code: 'has_no_reserves', message: 'reserve_kept', params: { minutes: PRESSED_WINDOW_MS / MINUTE_MS } };
  const proven = await prove(deps, tx, asker);
  return proven.ok ? null : (proven.refusals[0] ?? null);
}

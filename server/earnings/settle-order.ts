import { type CompletedExchange, EARNING_ACCOUNTS, earningsOf, type Priced, type Term } from '#core/earnings/earning.ts';
import { exchangeResult } from '#core/figures/figures.ts';
import type { Order } from '#core/order/order.ts';
import type { Deps } from '#server/deps.ts';
import { findOrCreateCustomerWallet, tryLockPurses } from '#server/ledger/wallets.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { referrerOf } from '#server/referrals/queries.ts';
import { postEarning, reverseEarning } from './post-earning.ts';
import * as store from './store.ts';

export type SettleDeps = Pick<Deps, 'random' | 'clock' | 'secrets' | 'catalogue' | 'quotes'>;

/** `done`: posted or reversed now; `nothing_due`; `busy`: a balance is locked; `unpriced`: no trusted price. */
export type SettleResult = 'done' | 'nothing_due' | 'busy' | 'unpriced';

/** Value of a completed exchange; undefined without a trusted price for both sides. */
async function completedExchangeOf({ catalogue, quotes }: SettleDeps, tx: Tx, order: Order): Promise<CompletedExchange | undefined> {
  const { income, outcome } = orderSides(catalogue, order);
  const [incomeUsd, outcomeUsd] = [quotes.usdOf(order.incomeCode), quotes.usdOf(order.outcomeCode)];
  if (incomeUsd === undefined || outcomeUsd === undefined) return undefined;
  const amounts = { incomeAmount: order.creditedAmount, outcomeAmount: order.outcomeAmount };
  const scales = { incomeScale: income.scale, outcomeScale: outcome.scale };
  const { fees, spread } = exchangeResult({ ...amounts, ...scales, reference: order.quote.referenceRate, fees: order.quote.fees });
  const inIncome = (amount: bigint): Priced => ({ amount, scale: income.scale, usd: incomeUsd });
  const inOutcome = (amount: bigint): Priced => ({ amount, scale: outcome.scale, usd: outcomeUsd });
  const network = (await store.findNetworkCosts(tx, order.id)).map(({ wallet, amount }) =>
    wallet === order.outcomeWallet ? inOutcome(BigInt(amount)) : inIncome(BigInt(amount)),
  );
  return { income: inIncome(order.creditedAmount), revenue: inOutcome(fees + spread), network };
}

/** Terms that still apply. A referrer who turned out to be the customer earns nothing (R16). */
async function findActiveTerms(tx: Tx, order: Order, terms: readonly store.TermRow[]): Promise<(Term & { readonly holdHours: number })[]> {
  const referrer = terms.some(({ kind }) => kind === 'referral') ? await referrerOf(tx, order) : undefined;
  return terms
    .filter(({ kind, user_id }) => kind !== 'referral' || referrer?.userId === user_id)
    .map(({ kind, user_id, rate_ppm, hold_hours }) => ({ kind, userId: user_id, ratePpm: rate_ppm, holdHours: hold_hours }));
}

interface AccrualInput {
  readonly order: Order;
  readonly terms: readonly store.TermRow[];
  readonly mayWait: boolean;
}

async function accrueAll(deps: SettleDeps, tx: Tx, { order, terms, mayWait }: AccrualInput): Promise<SettleResult> {
  const exchange = await completedExchangeOf(deps, tx, order);
  if (exchange === undefined) return 'unpriced';
  const activeTerms = await findActiveTerms(tx, order, terms);
  const holdHoursByKind = new Map(activeTerms.map(({ kind, holdHours }) => [kind, holdHours]));
  const accruals = [];
  for (const earning of earningsOf(exchange, activeTerms)) {
    accruals.push({
      ...earning,
      wallet: await findOrCreateCustomerWallet(deps, tx, { ownerId: earning.userId, purse: EARNING_ACCOUNTS[earning.kind].balance }),
    });
  }
  accruals.sort((a, b) => (a.wallet < b.wallet ? -1 : 1));
  const wallets = accruals.map(({ wallet }) => wallet);
  if (!mayWait && wallets.length > 0 && !(await tryLockPurses(tx, wallets))) return 'busy';
  for (const { userId, kind, cents, wallet } of accruals) {
    const holdHours = holdHoursByKind.get(kind) ?? 0;
    await postEarning(deps, tx, { userId, kind, amount: cents, wallet, orderId: order.id, holdHours, note: null, grantedBy: null });
  }
  await store.markSettled(tx, order.id, deps.clock.now());
  return 'done';
}

async function reverseAll(deps: SettleDeps, tx: Tx, order: Order, mayWait: boolean): Promise<SettleResult> {
  const earnings = await store.lockEarningsOf(tx, order.id);
  const wallets = earnings.map(({ wallet }) => wallet);
  if (!mayWait && wallets.length > 0 && !(await tryLockPurses(tx, wallets))) return 'busy';
  for (const earning of earnings) await reverseEarning(deps, tx, earning, { reason: 'taken_back', operatorId: null });
  const at = deps.clock.now();
  await store.markSettled(tx, order.id, at);
  await store.markReversed(tx, order.id, at);
  return 'done';
}

/**
 * Posts or reverses a locked order's earnings, exactly once. If `mayWait` is false and a balance is locked, it does nothing: the order's
 * own transaction must not wait.
 */
export async function settleOrder(
  deps: SettleDeps,
  tx: Tx,
  order: Order,
  { mayWait }: { readonly mayWait: boolean },
): Promise<SettleResult> {
  const terms = await store.findTerms(tx, order.id);
  if (terms.some(({ taken_back_at: at, reversed_at: reversed }) => at !== null && reversed === null))
    return await reverseAll(deps, tx, order, mayWait);
  const isDue = terms.some(({ due_at: due, settled_at: settled }) => due !== null && settled === null);
  return isDue ? await accrueAll(deps, tx, { order, terms, mayWait }) : 'nothing_due';
}

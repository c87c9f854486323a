import { type Exchanged, KEPT_IN, owedBy, type Priced, type Term } from '#core/earnings/earning.ts';
import { broughtBy } from '#core/figures/order-result.ts';
import type { Order } from '#core/order/order.ts';
import type { Deps } from '#server/deps.ts';
import { tryLockPurses } from '#server/ledger/lock-purses.ts';
import { openPurse } from '#server/ledger/open-purse.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { referrerOf } from '#server/referrals/referrer-of.ts';
import { postEarning, reverseEarning } from './post-earning.ts';
import * as store from './store.ts';

export type SettleDeps = Pick<Deps, 'random' | 'clock' | 'catalogue' | 'quotes'>;

/** `done`: posted or taken back just now; `nothing`: nothing waited; `busy`: somebody is at one of the purses; `unpriced`: no price is trusted now. */
export type Settled = 'done' | 'nothing' | 'busy' | 'unpriced';

/** What a completed exchange was worth; undefined while nobody trusts a price of one of its sides. */
async function exchangedBy({ catalogue, quotes }: SettleDeps, tx: Tx, order: Order): Promise<Exchanged | undefined> {
  const { income, outcome } = orderSides(catalogue, order);
  const [incomeUsd, outcomeUsd] = [quotes.usdOf(order.incomeCode), quotes.usdOf(order.outcomeCode)];
  if (incomeUsd === undefined || outcomeUsd === undefined) return undefined;
  const amounts = { incomeAmount: order.creditedAmount, outcomeAmount: order.outcomeAmount };
  const scales = { incomeScale: income.scale, outcomeScale: outcome.scale };
  const { fees, spread } = broughtBy({ ...amounts, ...scales, reference: order.quote.referenceRate, fees: order.quote.fees });
  const inIncome = (amount: bigint): Priced => ({ amount, scale: income.scale, usd: incomeUsd });
  const inOutcome = (amount: bigint): Priced => ({ amount, scale: outcome.scale, usd: outcomeUsd });
  const network = (await store.findNetworkCosts(tx, order.id)).map(({ wallet, amount }) =>
    wallet === order.outcomeWallet ? inOutcome(BigInt(amount)) : inIncome(BigInt(amount)),
  );
  return { income: inIncome(order.creditedAmount), brought: inOutcome(fees + spread), network };
}

/** Terms that still hold: a referrer who was found to be the customer himself since is owed nothing (R16). */
async function standing(tx: Tx, order: Order, terms: readonly store.TermRow[]): Promise<(Term & { readonly holdHours: number })[]> {
  const referrer = terms.some(({ kind }) => kind === 'referral') ? await referrerOf(tx, order) : undefined;
  return terms
    .filter(({ kind, user_id }) => kind !== 'referral' || referrer?.userId === user_id)
    .map(({ kind, user_id, rate_ppm, hold_hours }) => ({ kind, userId: user_id, ratePpm: rate_ppm, holdHours: hold_hours }));
}

interface Promised {
  readonly order: Order;
  readonly terms: readonly store.TermRow[];
  readonly waits: boolean;
}

async function accrueAll(deps: SettleDeps, tx: Tx, { order, terms, waits }: Promised): Promise<Settled> {
  const exchanged = await exchangedBy(deps, tx, order);
  if (exchanged === undefined) return 'unpriced';
  const held = await standing(tx, order, terms);
  const hours = new Map(held.map(({ kind, holdHours }) => [kind, holdHours]));
  const owed = [];
  for (const one of owedBy(exchanged, held)) {
    owed.push({ ...one, wallet: await openPurse(deps, tx, { ownerId: one.userId, purse: KEPT_IN[one.kind].purse }) });
  }
  owed.sort((a, b) => (a.wallet < b.wallet ? -1 : 1));
  const wallets = owed.map(({ wallet }) => wallet);
  if (!waits && wallets.length > 0 && !(await tryLockPurses(tx, wallets))) return 'busy';
  for (const { userId, kind, cents, wallet } of owed) {
    const holdHours = hours.get(kind) ?? 0;
    await postEarning(deps, tx, { userId, kind, amount: cents, wallet, orderId: order.id, holdHours, note: null, grantedBy: null });
  }
  await store.markSettled(tx, order.id, deps.clock.now());
  return 'done';
}

async function reverseAll(deps: SettleDeps, tx: Tx, order: Order, waits: boolean): Promise<Settled> {
  const earnings = await store.lockEarningsOf(tx, order.id);
  const wallets = earnings.map(({ wallet }) => wallet);
  if (!waits && wallets.length > 0 && !(await tryLockPurses(tx, wallets))) return 'busy';
  for (const earning of earnings) await reverseEarning(deps, tx, earning, { reason: 'taken_back', operatorId: null });
  const at = deps.clock.now();
  await store.markSettled(tx, order.id, at);
  await store.markReversed(tx, order.id, at);
  return 'done';
}

/**
 * Posts what a locked order owes by its terms, or takes it back where its money was: exactly once, however often it is asked. With
 * `waits` false it lets everything be where somebody else is at a purse: an order's own transaction waits for nobody's.
 */
export async function settleOrder(deps: SettleDeps, tx: Tx, order: Order, { waits }: { readonly waits: boolean }): Promise<Settled> {
  const terms = await store.findTerms(tx, order.id);
  if (terms.some(({ taken_back_at: at, reversed_at: reversed }) => at !== null && reversed === null))
    return await reverseAll(deps, tx, order, waits);
  const isDue = terms.some(({ due_at: due, settled_at: settled }) => due !== null && settled === null);
  return isDue ? await accrueAll(deps, tx, { order, terms, waits }) : 'nothing';
}

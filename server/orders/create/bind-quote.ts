import sql from 'sql-template-tag';
import { QUOTE_GRACE_MS, QUOTE_SHOWN_MS, type Quote } from '#core/quote.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { presentCalculation } from '#server/rates/present.ts';
import type { QuoteRefusal } from '#server/rates/quotes.ts';
import type { CheckedForm, OrderForm } from './check-order-form.ts';

type BindDeps = Pick<Deps, 'clock' | 'catalogue' | 'quotes' | 'shop'>;

export type BindRefusal = QuoteRefusal | Extract<RefusalCode, 'rate_changed'>;

/** Which side the customer gave: the other is what the quote makes of it. */
export const sideOf = (form: OrderForm): 'income' | 'outcome' => (form.income_amount === undefined ? 'outcome' : 'income');

const isOf = (form: OrderForm, checked: CheckedForm, quote: Quote): boolean =>
  quote.incomeCode === checked.income.code &&
  quote.outcomeCode === checked.outcome.code &&
  quote.slotId === (form.slot_id ?? null) &&
  (form.income_amount === undefined || quote.incomeAmount === checked.incomeAmount) &&
  (form.outcome_amount === undefined || quote.outcomeAmount === checked.outcomeAmount);

/** Takes a quote for one order; false when another order took it. Undone with the transaction. */
async function spend(deps: BindDeps, tx: Tx, id: string): Promise<boolean> {
  const signature = id.slice(id.lastIndexOf('.') + 1);
  const spent = await tx.run(sql`
    insert into spent_quotes (signature, spent_at) values (${signature}, ${new Date(deps.clock.now())}) on conflict do nothing`);
  return spent === 1;
}

/** Whether fresh numbers are at least as good for the customer: no less for the same, or no more for the same. */
const isNotWorse = (fresh: Quote, agreed: Quote): boolean =>
  fresh.outcomeAmount >= agreed.outcomeAmount && fresh.incomeAmount <= agreed.incomeAmount;

/** A spent quote promises nothing more than the present price: its numbers bind again only where that is as good. */
function isStillThePrice(deps: BindDeps, quote: Quote): boolean {
  if (quote.slotId !== null) return false;
  const present = deps.quotes.recalculate(quote);
  return present !== undefined && present.outcomeAmount >= quote.outcomeAmount;
}

/**
 * The quote that binds this order (domain 3): the presented one while it lives, once; in its grace, or for a second order, the
 * fresh one when it is not worse; else `rate_changed` with a fresh calculation to choose from.
 */
export async function bindQuote(deps: BindDeps, tx: Tx, form: OrderForm, checked: CheckedForm): Promise<Result<Quote, BindRefusal>> {
  const side = sideOf(form);
  const now = deps.clock.now();
  const presented = deps.quotes.read(form.rate_calculation_id);
  const matching = presented !== undefined && isOf(form, checked, presented) ? presented : undefined;
  if (matching !== undefined && now <= matching.expiresAt) {
    const isHis = await spend(deps, tx, form.rate_calculation_id);
    if (isHis || isStillThePrice(deps, matching)) return accept(matching);
  }
  const amount = (side === 'income' ? checked.incomeAmount : checked.outcomeAmount) ?? 0n;
  const fresh = await deps.quotes.calculate(tx, {
    incomeCode: checked.income.code,
    outcomeCode: checked.outcome.code,
    side,
    amount,
    slotId: form.slot_id ?? null,
  });
  if (!fresh.ok) return fresh;
  if (matching !== undefined && now <= matching.expiresAt + QUOTE_GRACE_MS && isNotWorse(fresh.value, matching)) return accept(fresh.value);
  const calculation = await presentCalculation(deps, tx, fresh.value);
  return refuse({ code: 'rate_changed', field: 'rate_calculation_id', meta: { rate_calculation: calculation } });
}

/** Forgets spent quotes that are long expired. */
export const forgetSpentQuotes = async (deps: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const before = new Date(deps.clock.now() - 10 * (QUOTE_SHOWN_MS + QUOTE_GRACE_MS));
  await deps.db.run(sql`delete from spent_quotes where spent_at < ${before}`);
};

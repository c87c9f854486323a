import { QUOTE_GRACE_MS, QUOTE_DISPLAY_MS, type Quote } from '#core/order/quote.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { sql, type Tx } from '#server/platform/db/db.ts';
import { presentCalculation } from '#server/rates/present.ts';
import type { QuoteRefusal } from '#server/rates/quotes.ts';
import type { CheckedForm, OrderForm } from './check-order-form.ts';

type BindDeps = Pick<Deps, 'clock' | 'catalogue' | 'quotes' | 'shop' | 'limits'>;

export type BindRefusal = QuoteRefusal | Extract<RefusalCode, 'rate_changed'>;

/** The side whose amount the customer gave; the other amount comes from the quote. */
export const sideOf = (form: OrderForm): 'income' | 'outcome' => (form.income_amount === undefined ? 'outcome' : 'income');

const isForOrder = (form: OrderForm, checked: CheckedForm, quote: Quote): boolean =>
  quote.incomeCode === checked.income.code &&
  quote.outcomeCode === checked.outcome.code &&
  quote.slotId === (form.slot_id ?? null) &&
  (form.income_amount === undefined || quote.incomeAmount === checked.incomeAmount) &&
  (form.outcome_amount === undefined || quote.outcomeAmount === checked.outcomeAmount);

/**
 * Marks a quote as used; false when another order used it. Stores the payload's hash, because a signature has several spellings. An earlier
 * release compares the signature's last 22 characters.
 */
async function spend(deps: BindDeps, tx: Tx, id: string): Promise<boolean> {
  const dot = id.lastIndexOf('.');
  const [payload, signature] = [id.slice(0, dot), id.slice(dot + 1)];
  const spent = await tx.run(sql`
    insert into spent_quotes (signature, quote_hash, spent_at)
    select ${signature}, sha256(${Buffer.from(payload)}), ${new Date(deps.clock.now())}::timestamptz
    where not exists (select from spent_quotes where signature = right(${signature}, 22)) on conflict do nothing`);
  return spent === 1;
}

/** Whether the recalculated amounts are at least as good for the customer: not less out, not more in. */
const isNotWorse = (recalculated: Quote, previous: Quote): boolean =>
  recalculated.outcomeAmount >= previous.outcomeAmount && recalculated.incomeAmount <= previous.incomeAmount;

/**
 * The quote that binds this order (domain 3); one quote makes one order.
 * - The presented quote, while valid, unless a guard has closed its direction or the market has left the guard's band (decision 0082).
 * - Otherwise, and in the grace period, a recalculated quote that is not worse.
 * - Else `rate_changed` with a new calculation.
 */
export async function bindQuote(deps: BindDeps, tx: Tx, form: OrderForm, checked: CheckedForm): Promise<Result<Quote, BindRefusal>> {
  const side = sideOf(form);
  const now = deps.clock.now();
  const presented = deps.quotes.read(form.rate_calculation_id);
  const isUsable = presented !== undefined && isForOrder(form, checked, presented) && now <= presented.expiresAt + QUOTE_GRACE_MS;
  const spent = isUsable && (await spend(deps, tx, form.rate_calculation_id)) ? presented : undefined;
  if (spent !== undefined && now <= spent.expiresAt && deps.quotes.isWithinBand(spent)) return accept(spent);
  const amount = (side === 'income' ? checked.incomeAmount : checked.outcomeAmount) ?? 0n;
  const recalculated = await deps.quotes.calculate(tx, {
    incomeCode: checked.income.code,
    outcomeCode: checked.outcome.code,
    side,
    amount,
    slotId: form.slot_id ?? null,
  });
  if (!recalculated.ok) return recalculated;
  if (spent !== undefined && isNotWorse(recalculated.value, spent)) return accept(recalculated.value);
  const calculation = await presentCalculation(deps, tx, recalculated.value);
  return refuse({ code: 'rate_changed', field: 'rate_calculation_id', meta: { rate_calculation: calculation } });
}

/** Deletes spent quotes that expired long ago. */
export const forgetSpentQuotes = async (deps: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const before = new Date(deps.clock.now() - 10 * (QUOTE_DISPLAY_MS + QUOTE_GRACE_MS));
  await deps.db.run(sql`delete from spent_quotes where spent_at < ${before}`);
};

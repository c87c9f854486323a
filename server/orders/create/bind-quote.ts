import sql from 'sql-template-tag';
import { QUOTE_GRACE_MS, QUOTE_SHOWN_MS, type Quote } from '#core/quote.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { presentCalculation } from '#server/rates/present.ts';
import type { QuoteRefusal } from '#server/rates/quotes.ts';
import type { CheckedForm, OrderForm } from './check-order-form.ts';

type BindDeps = Pick<Deps, 'clock' | 'catalogue' | 'quotes' | 'shop' | 'limits'>;

export type BindRefusal = QuoteRefusal | Extract<RefusalCode, 'rate_changed'>;

/** Which side the customer gave: the other is what the quote makes of it. */
export const sideOf = (form: OrderForm): 'income' | 'outcome' => (form.income_amount === undefined ? 'outcome' : 'income');

const isOf = (form: OrderForm, checked: CheckedForm, quote: Quote): boolean =>
  quote.incomeCode === checked.income.code &&
  quote.outcomeCode === checked.outcome.code &&
  quote.slotId === (form.slot_id ?? null) &&
  (form.income_amount === undefined || quote.incomeAmount === checked.incomeAmount) &&
  (form.outcome_amount === undefined || quote.outcomeAmount === checked.outcomeAmount);

/**
 * Takes a quote for one order; false when another order took it. Undone with the transaction. What is taken is the quote itself, however
 * its signature is written; the signature as well, since processes of an earlier release know a quote by nothing else, and accept it
 * without the key's id (its last 22 characters).
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

/** Whether fresh numbers are at least as good for the customer: no less for the same, or no more for the same. */
const isNotWorse = (fresh: Quote, agreed: Quote): boolean =>
  fresh.outcomeAmount >= agreed.outcomeAmount && fresh.incomeAmount <= agreed.incomeAmount;

/**
 * The quote that binds this order (domain 3): the presented one while it lives, unless a guard has closed its direction or the market
 * has left the guard's band (decision 0082); then, and in its grace, the fresh one when it is not worse. One quote makes one order:
 * a second one, like any other case, is `rate_changed` with a fresh calculation to choose from.
 */
export async function bindQuote(deps: BindDeps, tx: Tx, form: OrderForm, checked: CheckedForm): Promise<Result<Quote, BindRefusal>> {
  const side = sideOf(form);
  const now = deps.clock.now();
  const presented = deps.quotes.read(form.rate_calculation_id);
  const isUsable = presented !== undefined && isOf(form, checked, presented) && now <= presented.expiresAt + QUOTE_GRACE_MS;
  const own = isUsable && (await spend(deps, tx, form.rate_calculation_id)) ? presented : undefined;
  if (own !== undefined && now <= own.expiresAt && deps.quotes.isWithinBand(own)) return accept(own);
  const amount = (side === 'income' ? checked.incomeAmount : checked.outcomeAmount) ?? 0n;
  const fresh = await deps.quotes.calculate(tx, {
    incomeCode: checked.income.code,
    outcomeCode: checked.outcome.code,
    side,
    amount,
    slotId: form.slot_id ?? null,
  });
  if (!fresh.ok) return fresh;
  if (own !== undefined && isNotWorse(fresh.value, own)) return accept(fresh.value);
  const calculation = await presentCalculation(deps, tx, fresh.value);
  return refuse({ code: 'rate_changed', field: 'rate_calculation_id', meta: { rate_calculation: calculation } });
}

/** Forgets spent quotes that are long expired. */
export const forgetSpentQuotes = async (deps: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const before = new Date(deps.clock.now() - 10 * (QUOTE_SHOWN_MS + QUOTE_GRACE_MS));
  await deps.db.run(sql`delete from spent_quotes where spent_at < ${before}`);
};

import { distribute, type SeenMoney } from '#core/order/money-seen.ts';
import type { PaymentFacts } from '#core/order/payment.ts';
import type { PaymentTerms } from '#core/order/requote-options.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { savePosted } from './store.ts';

/** What one settlement knows: what was said, what it comes to, and under which terms. */
export interface Step {
  readonly rows: readonly SeenMoney[];
  readonly facts: PaymentFacts;
  readonly terms: PaymentTerms;
}

/** What the ledger carries for an order once the facts of this step are posted, in minor units of the income side. */
export const ledgerTotal = ({ rows, facts }: Step): bigint =>
  rows.reduce((total, row) => total + row.posted, 0n) + facts.uncredited - facts.takenBack;

/** Writes on which rows the ledger's total stands, in the transaction that posted it; gives the step with nothing left to post. */
export async function bookPosted<S extends Step>(deps: Pick<Deps, 'clock'>, tx: Tx, step: S): Promise<S> {
  const changed = distribute(step.rows, ledgerTotal(step));
  await savePosted(tx, changed, deps.clock.now());
  const posted = new Map(changed.map((one) => [one.id, one.posted]));
  const rows = step.rows.map((row) => ({ ...row, posted: posted.get(row.id) ?? row.posted }));
  return { ...step, rows, facts: { ...step.facts, uncredited: 0n, takenBack: 0n } };
}

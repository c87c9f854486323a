import * as z from 'zod';
import { decidersOf } from '#core/staff/approval.ts';
import { account } from '#core/ledger/account.ts';
import { judgeTreasuryChange, type TreasuryChange } from '#core/ledger/treasury-change.ts';
import { treasuryLimitUsd } from '#core/payout/payout-limits.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept, refuse } from '#core/result.ts';
import { DAY_MS } from '#core/time.ts';
import type { Executor } from '#server/approvals/executor.ts';
import type { OperatorProposal } from '#server/approvals/propose.ts';
import { hasOtherOperators } from '#server/approvals/conflicts.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { postTreasury, type TreasuryPosting } from './post-treasury.ts';
import { sumOperatorPostings } from './operator-postings.ts';
import { accountBalance } from './store.ts';

/** Effect of a posting on its wallet, and whether it needs a second operator. */
export async function previewPosting(
  deps: Pick<Deps, 'quotes' | 'limits' | 'clock'>,
  db: Queryable,
  { system, kind, amount, operatorId }: { readonly system: PaymentSystem } & Pick<TreasuryPosting, 'kind' | 'amount' | 'operatorId'>,
): Promise<TreasuryChange> {
  const wallet = system.outcomeWallet;
  const before = await accountBalance(db, account('treasury', wallet));
  // Without a second operator, earlier postings do not count: splitting an amount must remain possible
  const hasSecondOperator = await hasOtherOperators(db, decidersOf('post_reserve'), operatorId);
  const postedByOperator = hasSecondOperator
    ? await sumOperatorPostings(db, { wallet, operatorId, since: deps.clock.now() - DAY_MS })
    : undefined;
  const terms = { scale: system.scale, usd: deps.quotes.usdOf(system.code), limitUsd: treasuryLimitUsd(deps.limits.current()) };
  return judgeTreasuryChange(before, kind === 'withdrawal' ? -amount : amount, terms, postedByOperator);
}

/** Display fields of a change, for the preview and the proposal. */
export function describeChange(system: PaymentSystem, { kind, amount }: Pick<TreasuryPosting, 'kind' | 'amount'>, change: TreasuryChange) {
  const text = (minor: bigint) => formatAmount(minor, system.scale);
  return {
    payment_system_id: system.code,
    kind,
    amount: text(amount),
    currency_iso_code: system.currency,
    before: text(change.before),
    after: text(change.after),
    change_percent: change.percent,
  };
}

const Payload = z.object({
  payment_system_id: z.string(),
  kind: z.enum(['deposit', 'withdrawal', 'correction']),
  amount: z.string(),
});

/** The proposal for a posting that needs a second operator (domain 6). */
export function postingProposal(
  posting: TreasuryPosting & { readonly system: PaymentSystem; readonly change: TreasuryChange },
): OperatorProposal {
  const { system, change, reason, operatorId } = posting;
  const payload = describeChange(system, posting, change) satisfies z.input<typeof Payload> & Record<string, unknown>;
  return { kind: 'post_reserve', subject: system.code, payload, note: reason, operatorId };
}

/** Executes an approved posting in the name of its proposer. */
export const executePostReserve: Executor = async (deps, tx, { payload, note, proposedBy }) => {
  const { payment_system_id: code, kind, amount } = Payload.parse(payload);
  const system = deps.catalogue.paymentSystem(code);
  if (!system) return refuse({ code: 'not_found' });
  const parsed = parseAmount(amount.replace(/^-/, ''), { scale: system.scale, precision: system.scale });
  if (!parsed.ok) return refuse({ code: 'not_allowed_amount' });
  const minor = amount.startsWith('-') ? -parsed.minor : parsed.minor;
  const posted = await postTreasury(deps, tx, { code, kind, amount: minor, reason: note, operatorId: proposedBy });
  if (!posted.ok) return posted;
  await deps.live.notify(tx, 'reserves_changed', code);
  return accept(null);
};

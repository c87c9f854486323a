import * as z from 'zod';
import { decidersOf } from '#core/approval.ts';
import { account } from '#core/ledger/account.ts';
import { judgeTreasuryChange, type TreasuryChange } from '#core/ledger/treasury-change.ts';
import { treasuryLimitUsd } from '#core/limits.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept, refuse } from '#core/result.ts';
import { DAY_MS } from '#core/time.ts';
import type { Executor } from '#server/approvals/executor.ts';
import type { OperatorProposal } from '#server/approvals/propose.ts';
import { hasOthers } from '#server/approvals/has-others.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { postTreasury, type TreasuryPosting } from './post-treasury.ts';
import { findPostedAlone } from './posted-alone.ts';
import { accountBalance } from './store.ts';

/** What a posting would make of its wallet, and whether it is one person's to make. */
export async function previewPosting(
  deps: Pick<Deps, 'quotes' | 'limits' | 'clock'>,
  db: Queryable,
  { system, kind, amount, operatorId }: { readonly system: PaymentSystem } & Pick<TreasuryPosting, 'kind' | 'amount' | 'operatorId'>,
): Promise<TreasuryChange> {
  const wallet = system.outcomeWallet;
  const before = await accountBalance(db, account('treasury', wallet));
  // Where nobody else could agree, parts are all that a shop of one person has
  const isWatched = await hasOthers(db, decidersOf('post_reserve'), operatorId);
  const alone = isWatched ? await findPostedAlone(db, { wallet, operatorId, since: deps.clock.now() - DAY_MS }) : undefined;
  const money = { scale: system.scale, usd: deps.quotes.usdOf(system.code), limitUsd: treasuryLimitUsd(deps.limits.current()) };
  return judgeTreasuryChange(before, kind === 'withdrawal' ? -amount : amount, money, alone);
}

/** A change as people read it, in the preview and in the proposal alike. */
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

/** What a second person is asked about a posting that is not one person's to make (domain 6). */
export function postingProposal(
  posting: TreasuryPosting & { readonly system: PaymentSystem; readonly change: TreasuryChange },
): OperatorProposal {
  const { system, change, reason, operatorId } = posting;
  const payload = describeChange(system, posting, change) satisfies z.input<typeof Payload> & Record<string, unknown>;
  return { kind: 'post_reserve', subject: system.code, payload, note: reason, operatorId };
}

/** Posts what a treasurer proposed and a second person approved; the posting is the proposer's, the approval names the other. */
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

import * as z from 'zod';
import { account, type Posting, transfer } from '#core/ledger/account.ts';
import { judgeTreasuryChange, type RecentPostings, type TreasuryChange } from '#core/ledger/treasury-change.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { treasuryLimitUsd } from '#core/payout/payout-limits.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { decidersOf } from '#core/staff/approval.ts';
import { DAY_MS, type Instant } from '#core/time.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { hasOtherOperators } from '#server/approvals/conflicts.ts';
import type { OperatorProposal } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { post } from './post.ts';
import { accountBalance } from './store.ts';

const PostedSumRow = rowType({ net: col.text, gross: col.text });

/** Serialises an operator's treasury postings until the transaction ends, so that each counts the earlier ones. */
export const lockOperatorPostings = async (tx: Tx, operatorId: string): Promise<number> =>
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${operatorId}, 6))`);

/** Net and gross sum of an operator's postings to a wallet since a time; postings approved by a second operator count too. */
async function sumOperatorPostings(
  db: Queryable,
  filter: { readonly wallet: string; readonly operatorId: string; readonly since: Instant },
): Promise<RecentPostings> {
  const { net, gross } = await db.one(
    PostedSumRow,
    sql`
    select coalesce(sum(e.amount), 0)::text as net, coalesce(sum(abs(e.amount)), 0)::text as gross
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id and e.account_kind = 'treasury'
    and e.account_of = ${filter.wallet}
    where t.kind = 'treasury' and t.actor = 'operator' and t.actor_id = ${filter.operatorId} and t.created_at > ${new Date(filter.since)}`,
  );
  return { net: BigInt(net), gross: BigInt(gross) };
}

type TreasuryPostingKind = 'deposit' | 'withdrawal' | 'correction';

interface TreasuryPosting {
  readonly code: string;
  readonly kind: TreasuryPostingKind;
  /** Minor units; positive, except a correction, which may be negative. */
  readonly amount: bigint;
  readonly reason: string;
  readonly operatorId: string;
}

const postingOf = (wallet: string, asset: string, amount: bigint): Posting =>
  amount > 0n
    ? transfer('treasury', account('treasury', wallet), account('equity', asset), { wallet, asset, amount })
    : transfer('treasury', account('equity', asset), account('treasury', wallet), { wallet, asset, amount: -amount });

type TreasuryRefusal = 'not_found' | 'not_allowed_amount' | 'has_no_reserves';

const FreeRow = rowType({
  free: col.text,
});

/** Signed change of the wallet in minor units. Locks the reserve if the change is negative. Same refusals as `postTreasury`. */
export async function checkTreasury(
  deps: Pick<Deps, 'catalogue'>,
  tx: Tx,
  input: Pick<TreasuryPosting, 'code' | 'kind' | 'amount'>,
): Promise<Result<{ wallet: string; asset: string; delta: bigint }, TreasuryRefusal>> {
  const system = deps.catalogue.paymentSystem(input.code);
  if (!system) return refuse({ code: 'not_found', field: 'payment_system_id' });
  if (input.amount === 0n || (input.amount < 0n && input.kind !== 'correction'))
    return refuse({ code: 'not_allowed_amount', field: 'amount' });
  const delta = input.kind === 'withdrawal' ? -input.amount : input.amount;
  if (delta < 0n) {
    const row = await tx.maybe(
      FreeRow,
      sql`select (posted - held)::text as free from reserves where wallet = ${system.outcomeWallet} for update`,
    );
    if (BigInt(row?.free ?? '0') + delta < 0n) return refuse({ code: 'has_no_reserves', field: 'amount' });
  }
  return accept({ wallet: system.outcomeWallet, asset: system.asset, delta });
}

/**
 * Posts an operator's deposit, withdrawal or correction of the treasury (domain 6), with a reason. Refuses zero and wrong signs
 * (`not_allowed_amount`), an unknown payment system, and withdrawing more than is free.
 */
export async function postTreasury(
  deps: Pick<Deps, 'random' | 'catalogue' | 'secrets'>,
  tx: Tx,
  input: TreasuryPosting,
): Promise<Result<{ transferId: string }, TreasuryRefusal>> {
  const checked = await checkTreasury(deps, tx, input);
  if (!checked.ok) return checked;
  const { wallet, asset, delta } = checked.value;
  const [transferId = ''] = await post(deps, tx, [postingOf(wallet, asset, delta)], {
    orderId: null,
    actor: 'operator',
    actorId: input.operatorId,
    reason: `${input.kind}: ${input.reason}`,
  });
  return accept({ transferId });
}

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

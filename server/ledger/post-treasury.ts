import { account, transfer, type Posting } from '#core/ledger/account.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { col, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { post } from './post.ts';

export type TreasuryPostingKind = 'deposit' | 'withdrawal' | 'correction';

export interface TreasuryPosting {
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
 * An operator's posting to the treasury (domain 6): deposit, withdrawal or correction, with a reason. Refuses zero and wrong signs
 * (`not_allowed_amount`), an unknown payment system, and withdrawing more than is free.
 */
export async function postTreasury(
  deps: Pick<Deps, 'random' | 'catalogue'>,
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

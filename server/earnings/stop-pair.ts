import { SINGLE_PERSON_PERIOD_MS, needsSecondPerson } from '#core/earnings/earning.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { lockOperatorPostings } from '#server/ledger/operator-postings.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { stopReferral } from '#server/referrals/stop-referral.ts';
import { sumReversed } from './operator-sums-store.ts';
import type { OperatorActionResult } from './grant-bonus.ts';
import { findPair, findActiveEarnings } from './pairs-store.ts';
import { reverseLocked } from './reverse-by-operator.ts';

export interface StopPairInput {
  /** The referral's id. */
  readonly id: string;
  readonly note: string;
  readonly operatorId: string;
}

/** Reverses earnings first: orders are locked before their referral. */
async function applyStop(deps: MoveDeps, tx: Tx, { id, note, operatorId }: StopPairInput): Promise<void> {
  for (const earning of await findActiveEarnings(tx, id)) await reverseLocked(deps, tx, { id: earning.id, note, operatorId });
  await stopReferral(deps, tx, id);
}

/**
 * Stops a pair that is one person: no further earnings, existing ones reversed, with audit. Above the operator's daily limit a proposal:
 * `approvalId`. Repeating it reverses later earnings too.
 */
export async function stopPair(
  deps: MoveDeps & Pick<Deps, 'secrets' | 'live'>,
  tx: Tx,
  input: StopPairInput,
): Promise<Result<OperatorActionResult, 'not_found' | 'order_state_conflict' | 'approval_conflict'>> {
  const { id, note, operatorId } = input;
  const pair = await findPair(tx, id);
  if (pair === undefined) return refuse({ code: 'not_found' });
  const cents = (await findActiveEarnings(tx, id)).reduce((sum, earning) => sum + BigInt(earning.cents), 0n);
  if (pair.is_stopped && cents === 0n) return refuse({ code: 'order_state_conflict' });
  await lockOperatorPostings(tx, operatorId);
  const description = { amount: formatAmount(cents, PURSE_SCALE), currency_iso_code: PURSE_ASSET };
  if (needsSecondPerson(cents, await sumReversed(tx, operatorId, deps.clock.now() - SINGLE_PERSON_PERIOD_MS)))
    return await propose(deps, tx, {
      kind: 'stop_referral',
      subject: id,
      payload: { email: pair.referrer, referral: pair.referral, ...description },
      note,
      operatorId,
    });
  await applyStop(deps, tx, input);
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'referral.stop',
    subjectType: 'referral',
    subjectId: id,
    detail: { ...description, note },
  });
  return accept({ approvalId: null });
}

/** An approved stop. */
export const executeStopPair: Executor = async (deps, tx, { subject, note, proposedBy }) => {
  if ((await findPair(tx, subject)) === undefined) return refuse({ code: 'not_found' });
  await applyStop(deps, tx, { id: subject, note, operatorId: proposedBy });
  return accept(null);
};

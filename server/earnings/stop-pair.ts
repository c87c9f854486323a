import { ALONE_WITHIN_MS, needsSecond } from '#core/earnings/alone.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { lockPoster } from '#server/ledger/posted-alone.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { stopReferral } from '#server/referrals/stop-referral.ts';
import { sumReversedAlone } from './deeds-store.ts';
import type { DeedDone } from './grant-bonus.ts';
import { findPair, findStanding } from './pairs-store.ts';
import { reverseStanding } from './reverse-by-hand.ts';

export interface StoppedPair {
  /** The referral's. */
  readonly id: string;
  readonly note: string;
  readonly operatorId: string;
}

/** What stands is taken back first: orders are taken before their referral, as everywhere. */
async function stop(deps: MoveDeps, tx: Tx, { id, note, operatorId }: StoppedPair): Promise<void> {
  for (const standing of await findStanding(tx, id)) await reverseStanding(deps, tx, { id: standing.id, note, operatorId });
  await stopReferral(deps, tx, id);
}

/**
 * A pair that is one person, by an operator's word: nothing is paid for it any more and what was accrued is taken back, with an audit
 * line. More than he may take back alone within a day becomes a proposal: `approvalId`. Pressed again, what came in between goes too.
 */
export async function stopPair(
  deps: MoveDeps & Pick<Deps, 'secrets' | 'live'>,
  tx: Tx,
  asked: StoppedPair,
): Promise<Result<DeedDone, 'not_found' | 'order_state_conflict' | 'approval_conflict'>> {
  const { id, note, operatorId } = asked;
  const pair = await findPair(tx, id);
  if (pair === undefined) return refuse({ code: 'not_found' });
  const cents = (await findStanding(tx, id)).reduce((sum, one) => sum + BigInt(one.cents), 0n);
  if (pair.is_stopped && cents === 0n) return refuse({ code: 'order_state_conflict' });
  await lockPoster(tx, operatorId);
  const told = { amount: formatAmount(cents, PURSE_SCALE), currency_iso_code: PURSE_ASSET };
  if (needsSecond(cents, await sumReversedAlone(tx, operatorId, deps.clock.now() - ALONE_WITHIN_MS)))
    return await propose(deps, tx, {
      kind: 'stop_referral',
      subject: id,
      payload: { email: pair.referrer, referral: pair.referral, ...told },
      note,
      operatorId,
    });
  await stop(deps, tx, asked);
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'referral.stop',
    subjectType: 'referral',
    subjectId: id,
    detail: { ...told, note },
  });
  return accept({ approvalId: null });
}

/** A pair that two people have agreed to stop. */
export const executeStopPair: Executor = async (deps, tx, { subject, note, proposedBy }) => {
  if ((await findPair(tx, subject)) === undefined) return refuse({ code: 'not_found' });
  await stop(deps, tx, { id: subject, note, operatorId: proposedBy });
  return accept(null);
};

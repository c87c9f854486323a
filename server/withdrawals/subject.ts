import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { WithdrawalCause } from '#core/withdrawal/decide.ts';
import type { AskedWhy } from '#core/limits.ts';
import { mayLeave, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import { findListed } from '#server/blacklist/find-listed.ts';
import type { PayoutDeps } from '#server/deps.ts';
import { beginAttempt } from '#server/payouts/machine/begin-attempt.ts';
import { isContradicted } from '#server/payouts/by-hand/find-contradiction.ts';
import type { EndedAttempt, PayoutSubjectWith } from '#server/payouts/subject.ts';
import type { Leaving } from '#server/limits/leaving.ts';
import { JOB } from '#server/payouts/outbox.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { isPaidLikeReferral } from '#server/referrals/is-paid-like-referral.ts';
import { hasLinkedReferral } from '#server/referrals/strong-links.ts';
import { findPerson } from '#server/users/find-person.ts';
import { applyWithdrawalMove, type WithdrawalDeps } from './apply-withdrawal-move.ts';
import { fingerprintOf } from './known-since.ts';
import { findSealedDestination, lockWithdrawal, readMark, saveTxHash } from './store.ts';

async function move(
  deps: WithdrawalDeps,
  tx: Tx,
  made: { readonly withdrawal: Withdrawal; readonly cause: WithdrawalCause; readonly actorId: string | null },
): Promise<void> {
  const moved = await applyWithdrawalMove(deps, tx, made);
  if (!moved.ok) throw new Error(`${made.cause.move} of withdrawal ${made.withdrawal.id} was refused: ${moved.refusals[0]?.code}`);
}

const causeOf = ({ state, txHash, fee, by }: EndedAttempt, now: number): WithdrawalCause => ({
  move: state === 'executed' ? 'complete' : 'fail_payout',
  by: by.actor,
  now,
  txHash,
  fee,
  note: by.note,
});

/**
 * What would leave for it. Looked at by a person is a destination that is kept out by now, one whose customer is, and what was earned by
 * referrals and goes where one of them was paid, or by somebody who shares a card, a browser or requisites with one of them (R16).
 */
export function leavingOf(deps: PayoutDeps, db: Queryable, withdrawal: Withdrawal): Leaving {
  const { id, outcomeCode: code, outcomeWallet: wallet, outcomeAmount: amount } = withdrawal;
  const rail = deps.catalogue.paymentSystem(code)?.rail;
  if (rail === undefined) throw new Error(`the catalogue lost ${code}`);
  const looked = async () => {
    const text = deps.secrets.unseal(await findSealedDestination(db, id));
    const destination = { referrerId: withdrawal.userId, fingerprint: fingerprintOf(deps, { code, text }) };
    const why: AskedWhy[] = [];
    const requisites = [JSON.parse(text) as RequisiteValues];
    const accountEmail = (await findPerson(db, withdrawal.userId))?.email;
    if ((await findListed(deps, db, { requisites, accountEmail })).length > 0) why.push('listed');
    if (withdrawal.purse === 'referral' && (await isPaidLikeReferral(db, destination))) why.push('like_referral');
    if (withdrawal.purse === 'referral' && (await hasLinkedReferral(db, withdrawal.userId))) why.push('linked_referral');
    return why;
  };
  const mark = async () => await readMark(db, id);
  return { subject: { kind: 'withdrawal', id }, purpose: 'payout', code, rail, wallet, amount, mark, looked };
}

/** T21: somebody has said no. */
async function decline(deps: PayoutDeps, tx: Tx, id: string, { operatorId, note }: { operatorId: string; note: string }): Promise<void> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (!withdrawal || !mayLeave(withdrawal)) return;
  const cause = { move: 'fail_payout', by: 'operator', now: deps.clock.now(), note: note || null } as const;
  await move(deps, tx, { withdrawal, cause, actorId: operatorId });
}

/** Withdrawals pay through the machine: what was promised, to where their customer said (T19-T21). */
export const WITHDRAWAL_SUBJECT: PayoutSubjectWith<PayoutDeps> = {
  claim: async (deps, id) =>
    await deps.db.tx(async (tx) => {
      const withdrawal = await lockWithdrawal(tx, id);
      if (!withdrawal || !mayLeave(withdrawal) || (await isContradicted(tx, id))) return undefined;
      const payout = await beginAttempt(deps, tx, leavingOf(deps, tx, withdrawal));
      if (!payout) return undefined;
      await move(deps, tx, { withdrawal, cause: { move: 'claim_payout', by: 'system', now: deps.clock.now() }, actorId: null });
      return payout;
    }),
  destination: async (deps, { subject }) =>
    JSON.parse(deps.secrets.unseal(await findSealedDestination(deps.db, subject.id))) as RequisiteValues,
  async waiting(deps, tx, id) {
    const withdrawal = await lockWithdrawal(tx, id);
    return withdrawal && mayLeave(withdrawal) ? leavingOf(deps, tx, withdrawal) : undefined;
  },
  decline,
  execute: async (deps, tx, id) => await deps.queue.send(tx, JOB.executeWithdrawal, { withdrawal_id: id }, { key: id }),
  async lock(deps, tx, id) {
    const withdrawal = await lockWithdrawal(tx, id);
    return (
      withdrawal && {
        onEnd: async (ended) => await move(deps, tx, { withdrawal, cause: causeOf(ended, deps.clock.now()), actorId: ended.by.actorId }),
        async onNews(_payout, { txHash }) {
          if (txHash != null && txHash !== withdrawal.txHash) await saveTxHash(tx, id, txHash);
        },
      }
    );
  },
};

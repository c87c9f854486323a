import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { WithdrawalCause } from '#core/withdrawal/decide.ts';
import type { Withdrawal } from '#core/withdrawal/withdrawal.ts';
import { findListed } from '#server/blacklist/find-listed.ts';
import type { PayoutDeps } from '#server/deps.ts';
import { beginAttempt } from '#server/payouts/machine/begin-attempt.ts';
import { isContradicted } from '#server/payouts/by-hand/find-contradiction.ts';
import type { EndedAttempt, PayoutSubjectWith } from '#server/payouts/subject.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyWithdrawalMove, type WithdrawalDeps } from './apply-withdrawal-move.ts';
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

/** Withdrawals pay through the machine: what was promised, to where their customer said (T19-T21). */
export const WITHDRAWAL_SUBJECT: PayoutSubjectWith<PayoutDeps> = {
  claim: async (deps, id) =>
    await deps.db.tx(async (tx) => {
      const withdrawal = await lockWithdrawal(tx, id);
      if (withdrawal?.status !== 'payout_pending' || (await isContradicted(tx, id))) return undefined;
      const { outcomeCode: code, outcomeWallet: wallet, outcomeAmount: amount } = withdrawal;
      const mark = async () => await readMark(tx, id);
      const looked = async () => {
        const requisites = [JSON.parse(deps.secrets.unseal(await findSealedDestination(tx, id))) as RequisiteValues];
        return (await findListed(deps, tx, { requisites })).length > 0 ? 1 : 0;
      };
      const payout = await beginAttempt(deps, tx, { subject: { kind: 'withdrawal', id }, code, wallet, amount, mark, looked });
      if (!payout) return undefined;
      await move(deps, tx, { withdrawal, cause: { move: 'claim_payout', by: 'system', now: deps.clock.now() }, actorId: null });
      return payout;
    }),
  destination: async (deps, { subject }) =>
    JSON.parse(deps.secrets.unseal(await findSealedDestination(deps.db, subject.id))) as RequisiteValues,
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

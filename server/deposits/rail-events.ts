import type { RailEvents } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import type { MoveDeps } from '#server/orders/apply-move.ts';
import { applyPayoutAnswer } from '#server/payouts/apply-payout-answer.ts';
import { recordDeposit } from './record-deposit.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What rails report, into the books: money coming in, and news of our own payouts (their reference is the attempt's id). */
export const railEvents = (deps: MoveDeps & Pick<Deps, 'db'>): RailEvents => ({
  deposit: async (deposit) => await recordDeposit(deps, deposit),
  async payout(reference, answer) {
    if (UUID.test(reference)) await applyPayoutAnswer(deps, reference, answer);
    else deps.log.warn({ reference }, 'payout_answer_with_foreign_reference');
  },
});

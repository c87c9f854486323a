import { FOREVER } from '#core/time.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import type { ManualPaying } from '#server/adapters/rails/manual/port.ts';
import { PAID_BY_A_PERSON, type PayoutAnswer, type StatementLine } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { findUnreported, findSent, findTask, insertTask, saveReported, withdrawTask, type TaskRow } from './store.ts';

/** Live channel: the list of payout tasks changed. */
export const TASKS_CHANNEL = 'payout_tasks_changed';
const MAX_UNREPORTED = 50;

const ACCEPTED = { outcome: 'accepted', externalId: null, txHash: null, confirmations: 0, requiredConfirmations: 0 } as const;

/** A task's state as a provider's answer. */
function answerFrom({ state, amount, bank_reference: externalId, reason, blames_destination: isWrong }: TaskRow): PayoutAnswer {
  if (state === 'sent') return { outcome: 'executed', externalId, txHash: null, amount: BigInt(amount), networkFee: null };
  if (state !== 'failed') return ACCEPTED;
  if (reason === PAID_BY_A_PERSON) return { outcome: 'unknown', reason };
  return { outcome: 'failed', reason: reason ?? '', ...(isWrong ? { cause: 'destination' } : {}) };
}

const statementLineOf = (row: TaskRow): StatementLine => ({
  direction: 'out',
  reference: row.reference,
  paymentSystemCode: row.payment_system_code,
  amount: BigInt(row.amount),
  at: row.ended_at?.getTime() ?? 0,
});

/** The list of payouts made by people, as the `manual` rail uses it: one row per reference, however often it is asked. */
export const createManualPayouts = ({ db, clock, live }: Pick<Deps, 'db' | 'clock' | 'live'>): ManualPaying => ({
  async payOut({ reference, orderId, paymentSystem, amount, destination }) {
    const masked = maskRequisites([...paymentSystem.incomeFields, ...paymentSystem.outcomeFields], destination);
    const task = { reference, subjectId: orderId, code: paymentSystem.code, amount, masked, now: clock.now() };
    await db.tx(async (tx) => {
      if ((await insertTask(tx, task)) === 1) live.hint(tx, TASKS_CHANNEL, reference);
    });
    const stored = await findTask(db, reference);
    return stored ? answerFrom(stored) : { outcome: 'unknown', reason: 'the list of payouts lost it' };
  },
  async askPayout(reference) {
    const task = await findTask(db, reference);
    return task ? answerFrom(task) : { outcome: 'not_found' };
  },
  withdraw: async (reference, outcome) => await withdrawTask(db, reference, { outcome, now: clock.now() }),
  unreported: async () => (await findUnreported(db, MAX_UNREPORTED)).map((row) => ({ reference: row.reference, answer: answerFrom(row) })),
  markReported: async (reference) => void (await saveReported(db, reference, clock.now())),
  // Incoming payments are entered per order; only outgoing ones have a list
  statement: async (since, before = FOREVER) => ({
    outcome: 'listed',
    lines: (await findSent(db, since, before)).map(statementLineOf),
    oddities: [],
  }),
});

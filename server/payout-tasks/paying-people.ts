import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import type { PayingPeople } from '#server/adapters/rails/manual/port.ts';
import type { PayoutAnswer, StatementLine } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { findNews, findSentSince, findTask, insertTask, saveTold, saveWithdrawn, type TaskRow } from './store.ts';

/** Tells the office that the list changed. */
export const TASKS_CHANNEL = 'payout_tasks_changed';
const NEWS_AT_ONCE = 50;

const ACCEPTED = { outcome: 'accepted', externalId: null, txHash: null, confirmations: 0, requiredConfirmations: 0 } as const;

/** What people have said of a task, as any provider would say it. */
function answerFrom({ state, amount, bank_reference: externalId, reason, blames_destination: isWrong }: TaskRow): PayoutAnswer {
  if (state === 'sent') return { outcome: 'executed', externalId, txHash: null, amount: BigInt(amount), networkFee: null };
  if (state !== 'failed') return ACCEPTED;
  return { outcome: 'failed', reason: reason ?? '', ...(isWrong ? { blames: 'destination' } : {}) };
}

const lineOf = (row: TaskRow): StatementLine => ({
  direction: 'out',
  reference: row.reference,
  paymentSystemCode: row.payment_system_code,
  amount: BigInt(row.amount),
  at: row.ended_at?.getTime() ?? 0,
});

/** The list of what people pay, as the `manual` rail speaks to it: one row for each reference, whoever asks and however often. */
export const createPayingPeople = ({ db, clock, live }: Pick<Deps, 'db' | 'clock' | 'live'>): PayingPeople => ({
  async ask({ reference, orderId, paymentSystem, amount, destination }) {
    const masked = maskRequisites([...paymentSystem.incomeFields, ...paymentSystem.outcomeFields], destination);
    const task = { reference, subjectId: orderId, code: paymentSystem.code, amount, masked, now: clock.now() };
    await db.tx(async (tx) => {
      if ((await insertTask(tx, task)) === 1) live.hint(tx, TASKS_CHANNEL, reference);
    });
    const known = await findTask(db, reference);
    return known ? answerFrom(known) : { outcome: 'unknown', reason: 'the list of payouts lost it' };
  },
  async answerOf(reference) {
    const known = await findTask(db, reference);
    return known ? answerFrom(known) : { outcome: 'not_found' };
  },
  withdraw: async (reference) => await saveWithdrawn(db, reference, clock.now()),
  news: async () => (await findNews(db, NEWS_AT_ONCE)).map((row) => ({ reference: row.reference, answer: answerFrom(row) })),
  markTold: async (reference) => void (await saveTold(db, reference, clock.now())),
  // What came is told by people of each order; only what they paid has a list of its own
  statement: async (since) => ({ outcome: 'listed', lines: (await findSentSince(db, since)).map(lineOf), oddities: [] }),
});

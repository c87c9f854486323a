import { WITHDRAWALS_CHANNEL } from './channel.ts';
import type { WithdrawalMoveName } from '#core/withdrawal/lifecycle.ts';
import type { Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { noteNews } from '#server/mails/note-news.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findPerson } from '#server/users/find-person.ts';

/** Name of the letter kind; news is noted under it. */
export const WITHDRAWAL_LETTER = 'withdrawal';

export const WITHDRAWAL_TOPICS = ['asked', 'held', 'stopped', 'paid', 'failed', 'returned', 'expired'] as const;
export type WithdrawalTopic = (typeof WITHDRAWAL_TOPICS)[number];

/** What its customer is written of each move; the rest he sees on its page. */
const TOPICS: Readonly<Partial<Record<WithdrawalMoveName, WithdrawalTopic>>> = {
  request: 'asked',
  stop: 'stopped',
  complete: 'paid',
  fail_payout: 'failed',
  return_to_purse: 'returned',
  expire: 'expired',
};

const topicOf = (move: WithdrawalMoveName, { heldUntil }: Withdrawal): WithdrawalTopic | undefined =>
  move === 'confirm' && heldUntil !== null ? 'held' : TOPICS[move];

/** Shows a change of a withdrawal to whoever has it open, and notes the letter about it: in the transaction of the change. */
export async function tellCustomer(
  deps: Pick<Deps, 'clock' | 'live'>,
  tx: Tx,
  withdrawal: Withdrawal,
  move: WithdrawalMoveName,
): Promise<void> {
  const { id, version, userId } = withdrawal;
  await deps.live.notify(tx, 'order_changed', `${id}:${version}`);
  deps.live.hint(tx, WITHDRAWALS_CHANNEL, id);
  const topic = topicOf(move, withdrawal);
  const person = topic && (await findPerson(tx, userId));
  if (topic === undefined || person === undefined) return;
  const now = deps.clock.now();
  await noteNews(tx, {
    kind: WITHDRAWAL_LETTER,
    subject: id,
    recipient: person.email,
    version,
    topic,
    isPaid: true,
    changedAt: now,
    dueAt: now,
    // What confirms a withdrawal comes by mail alone
    ...(topic === 'asked' ? {} : { alsoTo: { userId } }),
  });
}

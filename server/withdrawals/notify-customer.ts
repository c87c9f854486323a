import type { WithdrawalMoveName } from '#core/withdrawal/lifecycle.ts';
import type { Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findPerson } from '#server/users/queries.ts';

/** Live channel: the office's list of withdrawals changed. */
export const WITHDRAWALS_CHANNEL = 'withdrawals_changed';

/** Mail kind under which news of a withdrawal is stored. */
export const WITHDRAWAL_MAIL = 'withdrawal';

export const WITHDRAWAL_TOPICS = ['asked', 'held', 'stopped', 'paid', 'failed', 'returned', 'expired'] as const;
export type WithdrawalTopic = (typeof WITHDRAWAL_TOPICS)[number];

/** Which moves are mailed to the customer. */
const TOPIC_BY_MOVE: Readonly<Partial<Record<WithdrawalMoveName, WithdrawalTopic>>> = {
  request: 'asked',
  stop: 'stopped',
  complete: 'paid',
  fail_payout: 'failed',
  return_to_purse: 'returned',
  expire: 'expired',
};

const topicOf = (move: WithdrawalMoveName, { heldUntil }: Withdrawal): WithdrawalTopic | undefined =>
  move === 'confirm' && heldUntil !== null ? 'held' : TOPIC_BY_MOVE[move];

/** Updates open pages and queues the e-mail about a move, in the transaction of the move. */
export async function notifyCustomer(
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
  await queueNews(tx, {
    kind: WITHDRAWAL_MAIL,
    subject: id,
    recipient: person.email,
    version,
    topic,
    isPaid: true,
    changedAt: now,
    dueAt: now,
    // The confirmation link is sent by e-mail only
    ...(topic === 'asked' ? {} : { noticeReaders: { userId } }),
  });
}

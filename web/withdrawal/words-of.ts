import type { Order } from '#web/order/order.ts';

/** Which words a state has: a confirmed one is told apart by what it waits for. */
export function wordsOf({ status, withdrawal, paid_by_people: byPeople }: Order): string {
  if (status === 'payout_pending' && withdrawal?.held_until != null) return 'held';
  if (status === 'payout_pending' && withdrawal?.is_looked_at === true) return 'looked_at';
  return status === 'payout_sent' && byPeople ? 'with_people' : status;
}

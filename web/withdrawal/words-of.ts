import type { OrderStatus } from '#core/order/status.ts';
import type { Order } from '#web/order/order.ts';

/** Which words a state has: a confirmed one is told apart by what it waits for. */
export function wordsOf({ status, withdrawal, paid_by_people: byPeople }: Order): string {
  if (status === 'payout_pending' && withdrawal?.held_until != null) return 'held';
  if (status === 'payout_pending' && withdrawal?.is_looked_at === true) return 'looked_at';
  return status === 'payout_sent' && byPeople ? 'with_people' : status;
}

/** A state of a withdrawal in one line of a list or of its history. */
export function shortWordsOf({ status: now, withdrawal, paid_by_people: byPeople }: Order, status: OrderStatus): string {
  if (status === 'payout_pending' && status === now && withdrawal?.held_until != null) return 'own.withdrawal.held';
  return `own.withdrawal.${status === 'payout_sent' && byPeople ? 'with_people' : status}`;
}

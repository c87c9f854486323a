import type { OrderStatus } from '#core/order/status.ts';
import type { Order } from '#web/order/order.ts';

/** Message key of a state; a confirmed withdrawal has one for each thing that it waits for. */
export function stateKeyOf({ status, withdrawal, paid_by_people: byPeople }: Order): string {
  if (status === 'payout_pending' && withdrawal?.held_until != null) return 'held';
  if (status === 'payout_pending' && withdrawal?.is_looked_at === true) return 'looked_at';
  return status === 'payout_sent' && byPeople ? 'with_people' : status;
}

/** Message key of a state in a list or in the history. */
export function shortStateKeyOf({ status: current, withdrawal, paid_by_people: byPeople }: Order, status: OrderStatus): string {
  if (status === 'payout_pending' && status === current && withdrawal?.held_until != null) return 'own.withdrawal.held';
  return `own.withdrawal.${status === 'payout_sent' && byPeople ? 'with_people' : status}`;
}

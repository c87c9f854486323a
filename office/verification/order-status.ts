import { ORDER_STATUSES, type OrderStatus } from '#core/order/status.ts';

/** Whether a word of the wire is a state that has its badge. */
export const isOrderStatus = (word: string): word is OrderStatus => (ORDER_STATUSES as readonly string[]).includes(word);

import type { OperatorRole } from '#core/access/access.ts';
import { isFinal, type OrderStatus } from '#core/order/status.ts';

/** Warnings for an operator before money moves (domain 5, "What an operator says"). Most serious first. */
export const CUSTOMER_FLAGS = ['lookalike_destination', 'cheque_elsewhere', 'shared_requisites', 'failed_before', 'first_order'] as const;
export type CustomerFlag = (typeof CUSTOMER_FLAGS)[number];

/** What attributes another order to the same customer. */
export const SAME_BY = ['email', 'user', 'requisites'] as const;
export type SameBy = (typeof SAME_BY)[number];

/** Another order that shares something with the current one. */
export interface LinkedOrder {
  readonly id: string;
  readonly status: OrderStatus;
  readonly sameBy: readonly SameBy[];
  /** Its destination is another one that looks the same when masked. */
  readonly isLookalike: boolean;
}

export interface CustomerCounts {
  readonly completed: number;
  readonly refunded: number;
  /** Ended without money: not paid, cancelled, declined, refused. */
  readonly failed: number;
  readonly open: number;
}

const OUTCOME_OF: Readonly<Partial<Record<OrderStatus, keyof CustomerCounts>>> = { completed: 'completed', refunded: 'refunded' };

/** Number of orders by outcome. */
export function countOutcomes(statuses: readonly OrderStatus[]): CustomerCounts {
  const counts = { completed: 0, refunded: 0, failed: 0, open: 0 };
  for (const status of statuses) counts[OUTCOME_OF[status] ?? (isFinal(status) ? 'failed' : 'open')] += 1;
  return counts;
}

/** Neither e-mail nor account in common: taken for another customer's. */
const isOtherCustomers = ({ sameBy }: LinkedOrder): boolean => !sameBy.includes('email') && !sameBy.includes('user');

/** Warnings about a customer, each with the orders that cause it. `cheques`: ids of orders with the same cheque file. */
export function flagsOf(
  related: readonly LinkedOrder[],
  cheques: readonly string[],
): { readonly flag: CustomerFlag; readonly orders: readonly string[] }[] {
  const ownOrders = related.filter((order) => !isOtherCustomers(order));
  const ids = (orders: readonly LinkedOrder[]) => orders.map(({ id }) => id);
  const { refunded, failed } = countOutcomes(ownOrders.map(({ status }) => status));
  const ordersByFlag: Readonly<Record<CustomerFlag, readonly string[] | null>> = {
    lookalike_destination: nullIfEmpty(ids(related.filter(({ isLookalike }) => isLookalike))),
    cheque_elsewhere: nullIfEmpty(cheques),
    shared_requisites: nullIfEmpty(ids(related.filter(isOtherCustomers))),
    failed_before: refunded + failed === 0 ? null : ids(ownOrders.filter(({ status }) => isFinal(status) && status !== 'completed')),
    first_order: ownOrders.length === 0 ? [] : null,
  };
  return CUSTOMER_FLAGS.flatMap((flag) => {
    const orders = ordersByFlag[flag];
    return orders === null ? [] : [{ flag, orders: orders.slice(0, MAX_ORDERS_PER_FLAG) }];
  });
}

const MAX_ORDERS_PER_FLAG = 5;
const nullIfEmpty = (ids: readonly string[]): readonly string[] | null => (ids.length === 0 ? null : ids);

/** Who may read a note on a customer. */
export const NOTE_AUDIENCES = ['office', 'compliance'] as const;
export type NoteAudience = (typeof NOTE_AUDIENCES)[number];

const COMPLIANCE: readonly OperatorRole[] = ['compliance', 'auditor', 'owner'];

/** The audiences that a role belongs to. */
export const audiencesOf = (role: OperatorRole): NoteAudience[] =>
  NOTE_AUDIENCES.filter((audience) => audience === 'office' || COMPLIANCE.includes(role));

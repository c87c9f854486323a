import type { OperatorRole } from './access.ts';
import { isFinal, type OrderStatus } from './order/status.ts';

/** What is worth a second look before money moves (domain 5, "What an operator says"). Most serious first. */
export const CUSTOMER_FLAGS = ['lookalike_destination', 'cheque_elsewhere', 'shared_requisites', 'failed_before', 'first_order'] as const;
export type CustomerFlag = (typeof CUSTOMER_FLAGS)[number];

/** By what another order is known to be the same customer's. */
export const SAME_BY = ['email', 'user', 'requisites'] as const;
export type SameBy = (typeof SAME_BY)[number];

/** Another order that shares something with the one at hand. */
export interface Kin {
  readonly id: string;
  readonly status: OrderStatus;
  readonly sameBy: readonly SameBy[];
  /** It looks like this order's destination under its mask and is another. */
  readonly isLookalike: boolean;
}

export interface CustomerCounts {
  readonly completed: number;
  readonly refunded: number;
  /** Ended without money: not paid, given up, declined, refused. */
  readonly failed: number;
  readonly open: number;
}

const ENDED: Readonly<Partial<Record<OrderStatus, keyof CustomerCounts>>> = { completed: 'completed', refunded: 'refunded' };

/** How orders ended, by outcome. */
export function countOutcomes(statuses: readonly OrderStatus[]): CustomerCounts {
  const counts = { completed: 0, refunded: 0, failed: 0, open: 0 };
  for (const status of statuses) counts[ENDED[status] ?? (isFinal(status) ? 'failed' : 'open')] += 1;
  return counts;
}

/** Under another e-mail and no account of his: somebody else's by all that is known. */
const isAnothers = ({ sameBy }: Kin): boolean => !sameBy.includes('email') && !sameBy.includes('user');

/** What the office should see of a customer at once, each with the orders that say so. `cheques`: orders with the same cheque. */
export function flagsOf(
  kin: readonly Kin[],
  cheques: readonly string[],
): { readonly flag: CustomerFlag; readonly orders: readonly string[] }[] {
  const own = kin.filter((one) => !isAnothers(one));
  const ids = (some: readonly Kin[]) => some.map(({ id }) => id);
  const { refunded, failed } = countOutcomes(own.map(({ status }) => status));
  const said: Readonly<Record<CustomerFlag, readonly string[] | null>> = {
    lookalike_destination: orNone(ids(kin.filter(({ isLookalike }) => isLookalike))),
    cheque_elsewhere: orNone(cheques),
    shared_requisites: orNone(ids(kin.filter(isAnothers))),
    failed_before: refunded + failed === 0 ? null : ids(own.filter(({ status }) => isFinal(status) && status !== 'completed')),
    first_order: own.length === 0 ? [] : null,
  };
  return CUSTOMER_FLAGS.flatMap((flag) => {
    const orders = said[flag];
    return orders === null ? [] : [{ flag, orders: orders.slice(0, MOST_NAMED) }];
  });
}

/** More orders behind a flag tell no more. */
const MOST_NAMED = 5;
const orNone = (ids: readonly string[]): readonly string[] | null => (ids.length === 0 ? null : ids);

/** Who reads a note on a customer. */
export const NOTE_AUDIENCES = ['office', 'compliance'] as const;
export type NoteAudience = (typeof NOTE_AUDIENCES)[number];

const COMPLIANCE: readonly OperatorRole[] = ['compliance', 'auditor', 'owner'];

/** The audiences that a role belongs to. */
export const audiencesOf = (role: OperatorRole): NoteAudience[] =>
  NOTE_AUDIENCES.filter((audience) => audience === 'office' || COMPLIANCE.includes(role));

import type { OperatorRole } from '#core/access/access.ts';
import { isFinal, type OrderStatus } from '#core/order/status.ts';
import { compare, type Fraction, fraction } from '#core/money/fraction.ts';

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
  /** Whether its destination is a different one that looks the same when masked. */
  readonly isLookalike: boolean;
}

export interface CustomerCounts {
  readonly completed: number;
  readonly refunded: number;
  /** Orders that ended without money: not paid, cancelled, declined or refused. */
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

/** Whether a related order counts as another customer's: neither e-mail nor account is the same. */
const isOtherCustomers = ({ sameBy }: LinkedOrder): boolean => !sameBy.includes('email') && !sameBy.includes('user');

/** Warnings about a customer, each with the orders that cause it. `cheques`: ids of other orders with the same cheque file. */
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

/** What two customers have in common. Labels: `customers_desk.linked.by.<name>`. */
export const LINKED_BY = ['requisites', 'card', 'device', 'network'] as const;
export type LinkedBy = (typeof LINKED_BY)[number];

/** An operator's verdict on two customers. Labels: `customers_desk.pair.<name>`. */
export const PAIR_VERDICTS = ['same_person', 'unrelated'] as const;
export type PairVerdict = (typeof PAIR_VERDICTS)[number];

/** How strongly two customers are linked. `not_connected` is an operator's verdict. */
export const LINK_STRENGTHS = ['strong', 'weak', 'not_connected'] as const;
export type LinkStrength = (typeof LINK_STRENGTHS)[number];

/** The strength of a link. A shared network alone is weak, as thousands of telephones share one. An operator's verdict overrides the rest. */
export function strengthOf(by: readonly LinkedBy[], verdict: PairVerdict | null): LinkStrength {
  if (verdict !== null) return verdict === 'same_person' ? 'strong' : 'not_connected';
  return by.some((link) => link !== 'network') ? 'strong' : 'weak';
}

/** The first two groups of a network, for roles that need not know where a customer lives. */
export function maskNetwork(network: string): string {
  const separator = network.includes(':') ? ':' : '.';
  return `${network.split(separator).slice(0, 2).join(separator)}${separator}•••`;
}

/** A customer's own limits in whole US dollars. Above any of them a person reviews the payout. Null means no limit. */
export interface CustomerLimits {
  readonly orderUsd: number | null;
  readonly dayUsd: number | null;
  readonly monthUsd: number | null;
}

/** The customer's payments of the last day and thirty days, this order included, in US dollars; undefined: a price is missing. */
export interface CustomerTurnover {
  readonly day: Fraction | undefined;
  readonly month: Fraction | undefined;
}

const isAbove = (worth: Fraction | undefined, limit: number | null): boolean =>
  limit !== null && (worth === undefined || compare(worth, fraction(BigInt(limit), 1n)) > 0);

/** Whether a person reviews this order. A worth without a price counts as above a limit. */
export const isAboveLimits = (limits: CustomerLimits, order: Fraction | undefined, turnover: CustomerTurnover): boolean =>
  isAbove(order, limits.orderUsd) || isAbove(turnover.day, limits.dayUsd) || isAbove(turnover.month, limits.monthUsd);

/** Whether any limit is set. */
export const hasLimits = ({ orderUsd, dayUsd, monthUsd }: CustomerLimits): boolean =>
  [orderUsd, dayUsd, monthUsd].some((limit) => limit !== null);

import type { CallError } from '#contract/call-errors.ts';

const FIELDS = ['id', 'payment_system_from_id', 'payment_system_to_id', 'income_amount', 'outcome_amount'] as const;
export type OpenOrder = Readonly<Record<(typeof FIELDS)[number], string>>;

const isOpenOrder = (value: unknown): value is OpenOrder =>
  typeof value === 'object' && value !== null && FIELDS.every((name) => typeof (value as Record<string, unknown>)[name] === 'string');

/** The customer's unpaid orders listed in a refusal (domain 5, "Open orders"). */
export function openOrdersIn(errors: readonly CallError[]): readonly OpenOrder[] {
  const refusal = errors.find((error) => error.code === 'too_many_open_orders');
  const orders = refusal?.meta['orders'];
  return Array.isArray(orders) && orders.every(isOpenOrder) ? orders : [];
}

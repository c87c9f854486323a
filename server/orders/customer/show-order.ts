import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/orders.ts';
import type { Order } from '#core/order/order.ts';
import type { Locale } from '#core/locale.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { accept, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { presentPaymentSystem } from '#server/payment-systems/present.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { presentOrder } from './present.ts';

type Include = readonly ('income_wallet' | 'income_payment_system' | 'outcome_payment_system')[] | undefined;

/** The payment systems that an answer about orders was asked to bring along. */
export function includedOf(deps: Deps, orders: readonly Order[], asked: { include: Include; locale: Locale }): Resource[] {
  const codes = new Set<string>();
  for (const order of orders) {
    if (asked.include?.includes('income_payment_system')) codes.add(order.incomeCode);
    if (asked.include?.includes('outcome_payment_system')) codes.add(order.outcomeCode);
  }
  return [...codes].flatMap((code) => {
    const system = deps.catalogue.paymentSystem(code);
    return system ? [presentPaymentSystem(deps.catalogue, system, asked.locale)] : [];
  });
}

interface Shown {
  readonly data: Resource<OrderAttributes>;
  readonly included?: Resource[];
}

export function withIncluded(deps: Deps, order: Order, shown: { data: Shown['data']; include: Include; locale: Locale }): Shown {
  const { data, ...asked } = shown;
  const included = includedOf(deps, [order], asked);
  return included.length > 0 ? { data, included } : { data };
}

/** An order as its customer reads it. */
export async function show(deps: Deps, db: Queryable, order: Order, asked: { include?: Include; locale: Locale }): Promise<Shown> {
  const { include, locale } = asked;
  return withIncluded(deps, order, { data: await presentOrder(deps, db, { order, locale }), include, locale });
}

/** The answer to what a customer did with his order: the order as it now is, or the refusal. */
export async function showMoved<Code extends RefusalCode>(
  deps: Deps,
  call: { tx: Queryable; locale: Locale },
  moved: Result<Order, Code>,
): Promise<Result<Shown, Code>> {
  return moved.ok ? accept(await show(deps, call.tx, moved.value, { locale: call.locale })) : moved;
}

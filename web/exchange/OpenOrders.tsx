import { Link } from 'react-router';
import type { CallError } from '#contract/call-errors.ts';
import { formatMoney } from '#core/format/amount.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { System } from './systems.ts';

const FIELDS = ['id', 'payment_system_from_id', 'payment_system_to_id', 'income_amount', 'outcome_amount'] as const;
export type OpenOrder = Readonly<Record<(typeof FIELDS)[number], string>>;

const isOpenOrder = (value: unknown): value is OpenOrder =>
  typeof value === 'object' && value !== null && FIELDS.every((name) => typeof (value as Record<string, unknown>)[name] === 'string');

/** The visitor's own unpaid orders that a refusal lists (domain 5, "Open orders"). */
export function openOrdersIn(errors: readonly CallError[]): readonly OpenOrder[] {
  const refused = errors.find((error) => error.code === 'too_many_open_orders');
  const listed = refused?.meta['orders'];
  return Array.isArray(listed) && listed.every(isOpenOrder) ? listed : [];
}

/** Each opens its order, to be paid or cancelled there. */
export function OpenOrders({ orders, systems }: { readonly orders: readonly OpenOrder[]; readonly systems: readonly System[] }) {
  const { t, to, locale } = useWords();
  if (orders.length === 0) return null;
  const amountOf = (code: string, amount: string): string => {
    const system = systems.find(({ id }) => id === code);
    return system === undefined ? amount : formatMoney(amount, system, locale);
  };
  return (
    <ul className="figures grid gap-1 text-base">
      {orders.map((order) => (
        <li key={order.id}>
          <Link className="link inline-flex min-h-11 items-center" to={to(`/order/${order.id}`)}>
            {t('exchange.form.open_order', {
              given: amountOf(order.payment_system_from_id, order.income_amount),
              got: amountOf(order.payment_system_to_id, order.outcome_amount),
            })}
          </Link>
        </li>
      ))}
    </ul>
  );
}

import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import type { Locale } from '#core/locale.ts';
import { money } from '#office/format/figure.ts';

type OrderSums = Pick<
  OfficeOrderAttributes,
  'income' | 'outcome' | 'income_amount' | 'outcome_amount' | 'received_amount' | 'income_requisites_masked' | 'outcome_requisites_masked'
>;

/** The first requisite is the account number; the payment system names its owner. */
const destinationText = (name: string, requisites: Readonly<Record<string, string>>, nowhere: string): string => {
  const first = Object.values(requisites).find((value) => value !== '');
  return first === undefined ? nowhere : `${first} (${name})`;
};

/** Texts of a confirmation: amounts with currency, masked destinations. `nowhere`: text where no destination is known. */
export function sumTexts(order: OrderSums, { locale, nowhere }: { readonly locale: Locale; readonly nowhere: string }) {
  const { income, outcome } = order;
  return {
    give: money(order.income_amount, income.currency_iso_code, locale),
    received: money(order.received_amount, income.currency_iso_code, locale),
    get: money(order.outcome_amount, outcome.currency_iso_code, locale),
    to: destinationText(outcome.name, order.outcome_requisites_masked, nowhere),
    back: destinationText(income.name, order.income_requisites_masked, nowhere),
  };
}

import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import type { Locale } from '#core/locale.ts';
import { money } from '#office/format/figure.ts';

type Named = Pick<
  OfficeOrderAttributes,
  'income' | 'outcome' | 'income_amount' | 'outcome_amount' | 'received_amount' | 'income_requisites_masked' | 'outcome_requisites_masked'
>;

/** The number that money goes to stands first among the requisites; the payment system says whose it is. */
const placeOf = (name: string, requisites: Readonly<Record<string, string>>, nowhere: string): string => {
  const first = Object.values(requisites).find((value) => value !== '');
  return first === undefined ? nowhere : `${first} (${name})`;
};

/** What a decision names before it is made: amounts with their currency, destinations masked. `nowhere`: the words where none is known. */
export function sumsOf(order: Named, { locale, nowhere }: { readonly locale: Locale; readonly nowhere: string }) {
  const { income, outcome } = order;
  return {
    give: money(order.income_amount, income.currency_iso_code, locale),
    received: money(order.received_amount, income.currency_iso_code, locale),
    get: money(order.outcome_amount, outcome.currency_iso_code, locale),
    to: placeOf(outcome.name, order.outcome_requisites_masked, nowhere),
    back: placeOf(income.name, order.income_requisites_masked, nowhere),
  };
}

import type { RequisiteLine } from '#contract/orders.ts';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteField, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { networkName } from '#core/requisites/address-shape.ts';
import { groupRequisite, offerKind } from '#core/requisites/group-requisite.ts';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';

type Words = Pick<Deps, 't'>;

/** What a rail offers to pay to, line by line as it is read; the same on the page, in the mail and in the office (R56). */
export const offerLines = ({ t }: Words, offer: Pick<RequisitesOffer, 'fields'>, locale: Locale): RequisiteLine[] =>
  offer.fields.map(({ key, labelKey, value }) => ({
    key,
    label: t(locale, `requisites.${labelKey}`),
    value,
    groups: [...groupRequisite(offerKind(labelKey), value)],
  }));

/** A customer's requisites, whole or masked, line by line as they are read; fields without a value are left out. */
export const valueLines = (fields: readonly RequisiteField[], values: RequisiteValues, locale: Locale): RequisiteLine[] =>
  fields.flatMap(({ key, label, kind }) => {
    const value = Object.hasOwn(values, key) ? (values[key] ?? '') : '';
    return value === '' ? [] : [{ key, label: label[locale], value, groups: [...groupRequisite(kind, value)] }];
  });

/** The fields that a refund's requisites were asked by: those of the payer, else those of the one address he named afterwards. */
export function payersFieldsOf({ incomeFields, outcomeFields }: PaymentSystem): readonly RequisiteField[] {
  const payers = new Set(incomeFields.map((field) => field.key));
  return [...incomeFields, ...outcomeFields.filter((field) => !payers.has(field.key))];
}

/** The network of a payment system and what is lost on any other; nulls where it has none. It stands wherever the address stands. */
export function networkNotice(
  { t }: Words,
  { network, currency }: Pick<PaymentSystem, 'network' | 'currency'>,
  locale: Locale,
): { readonly network: string | null; readonly warning: string | null } {
  if (network === null) return { network: null, warning: null };
  const name = networkName(network);
  return { network: name, warning: t(locale, 'requisites.network_warning', { currency, network: name }) };
}

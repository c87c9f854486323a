import type { RequisiteLine } from '#contract/public/order-attributes.ts';
import type { Locale } from '#core/locale.ts';
import { customerActions } from '#core/order/actions.ts';
import type { Order } from '#core/order/order.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteField, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { RefusalCode, RequisiteRefusalCode } from '#core/refusal.ts';
import { networkName } from '#core/requisites/address-shape.ts';
import { groupRequisite, offerKind } from '#core/requisites/group-requisite.ts';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';

type Translator = Pick<Deps, 't'>;

/** The pay-to requisites of a rail's offer as display entries; the same on the page, in e-mails and in the office (R56). */
export const offerEntries = ({ t }: Translator, offer: Pick<RequisitesOffer, 'fields'>, locale: Locale): RequisiteLine[] =>
  offer.fields.map(({ key, labelKey, value }) => ({
    key,
    label: t(locale, `requisites.${labelKey}`),
    value,
    groups: [...groupRequisite(offerKind(labelKey), value)],
  }));

/** A customer's requisites, unmasked or masked, as display entries; fields without a value are left out. */
export const valueEntries = (fields: readonly RequisiteField[], values: RequisiteValues, locale: Locale): RequisiteLine[] =>
  fields.flatMap(({ key, label, kind }) => {
    const value = Object.hasOwn(values, key) ? (values[key] ?? '') : '';
    return value === '' ? [] : [{ key, label: label[locale], value, groups: [...groupRequisite(kind, value)] }];
  });

/**
 * The fields of refund requisites: the income fields, and the outcome fields that a customer fills in when the refund address
 * was asked later.
 */
export function payersFieldsOf({ incomeFields, outcomeFields }: PaymentSystem): readonly RequisiteField[] {
  const payers = new Set(incomeFields.map((field) => field.key));
  return [...incomeFields, ...outcomeFields.filter((field) => !payers.has(field.key))];
}

/** Name of a payment system's network and the warning about other networks; nulls where it has none. Shown next to every address. */
export function networkNotice(
  { t }: Translator,
  { network, currency }: Pick<PaymentSystem, 'network' | 'currency'>,
  locale: Locale,
): { readonly network: string | null; readonly warning: string | null } {
  if (network === null) return { network: null, warning: null };
  const name = networkName(network);
  return { network: name, warning: t(locale, 'requisites.network_warning', { currency, network: name }) };
}

export type RefundRefusal = RequisiteRefusalCode | Extract<RefusalCode, 'not_found' | 'order_state_conflict'>;

/** The fields a refund needs from the customer: none when the destination is known, else the outcome fields of the income system. */
export function refundFieldsOf(catalogue: Catalogue, order: Order): readonly RequisiteField[] {
  if (order.hasRefundDestination || !customerActions(order).includes('request_refund')) return [];
  return catalogue.paymentSystem(order.incomeCode)?.outcomeFields ?? [];
}

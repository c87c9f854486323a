import { formatAmount } from '#core/money/amount.ts';
import type { Locale } from '#core/locale.ts';
import { closedSide } from '#core/order/admission.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteField } from '#core/payment-system/requisite-field.ts';
import type { Resource } from '#contract/document.ts';
import type { PaymentSystemAttributes } from '#contract/public/payment-systems.ts';
import type { Catalogue } from './catalogue.ts';

/** A requisite field for the response, in one language. */
export const presentField = (field: RequisiteField, locale: Locale): PaymentSystemAttributes['income_fields'][number] => ({
  key: field.key,
  label: field.label[locale],
  kind: field.kind,
  required: field.required,
  pattern: field.pattern,
  example: field.example,
  min_length: field.minLength,
  max_length: field.maxLength,
  digits: field.digits,
  network: field.network,
  countries: field.countries === null ? null : [...field.countries],
  may_be_absent: field.mayBeAbsent,
});

/** Cache of open outcome codes by income code, one entry for each loaded list of directions. */
const openByIncome = new WeakMap<readonly Direction[], ReadonlyMap<string, readonly string[]>>();

function openOutcomes(catalogue: Catalogue): ReadonlyMap<string, readonly string[]> {
  const directions = catalogue.directions();
  const cached = openByIncome.get(directions);
  if (cached) return cached;
  const open = directions.filter((direction) => {
    const [income, outcome] = [catalogue.paymentSystem(direction.incomeCode), catalogue.paymentSystem(direction.outcomeCode)];
    return closedSide({ income, outcome, direction }) === null;
  });
  const grouped = Map.groupBy(open, (direction) => direction.incomeCode);
  const codes = new Map([...grouped].map(([income, list]) => [income, list.map((direction) => direction.outcomeCode)]));
  openByIncome.set(directions, codes);
  return codes;
}

const outcomeIds = (catalogue: Catalogue, system: PaymentSystem): string[] => [...(openOutcomes(catalogue).get(system.code) ?? [])];

/** URL of the icon of a payment system (`markFiles`). */
export const iconUrl = (code: string): string => `/marks/${encodeURIComponent(code)}.svg`;

/** A payment system for the response (contract section 3). */
export function presentPaymentSystem(catalogue: Catalogue, system: PaymentSystem, locale: Locale): Resource<PaymentSystemAttributes> {
  return {
    type: 'payment_systems',
    id: system.code,
    attributes: {
      name: system.name[locale],
      aliases: [...system.aliases],
      code: system.code,
      kind: system.kind,
      currency_iso_code: system.currency,
      network: system.network,
      precision: system.precision,
      icon_url: iconUrl(system.code),
      reserve: formatAmount(catalogue.reserve(system.code), system.scale),
      min_amount: formatAmount(system.minAmount, system.scale),
      max_amount: formatAmount(system.maxAmount, system.scale),
      income_enabled: system.incomeEnabled,
      outcome_enabled: system.outcomeEnabled,
      referal_output_enabled: system.referalOutputEnabled,
      outcome_payment_system_ids: outcomeIds(catalogue, system),
      income_fields: system.incomeFields.map((field) => presentField(field, locale)),
      outcome_fields: system.outcomeFields.map((field) => presentField(field, locale)),
      mark: { ...system.mark },
    },
  };
}

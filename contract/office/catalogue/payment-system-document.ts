import { isExplorerTemplate } from '#contract/explorer-template.ts';
import * as z from 'zod/mini';
import { isCountry } from '#core/country/countries.ts';
import { isMarkTint } from '#core/brand/mark.ts';
import { EXPLORER_SETTING, PAYMENT_SYSTEM_KINDS, PAYMENT_SYSTEM_STAGES, type PaymentSystem } from '#core/payment-system/payment-system.ts';
import { REQUISITE_FIELD_KINDS, type RequisiteField } from '#core/payment-system/requisite-field.ts';
import { isAddressNetwork } from '#core/requisites/address-shape.ts';
import { isSafePattern } from '#contract/safe-pattern.ts';
import { localised, minor, catalogueText, wholeNumber } from '#contract/document-parts.ts';

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

const fieldMembers = {
  key: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'field_key')),
  label: localised,
  kind: z.enum(REQUISITE_FIELD_KINDS),
  required: z.boolean(),
  pattern: z.nullable(z.string().check(z.refine(compiles, 'pattern'))),
  example: z.nullable(z.string()),
  minLength: z.nullable(wholeNumber),
  maxLength: z.nullable(wholeNumber),
  digits: z.nullable(wholeNumber),
  network: z.nullable(z.string()),
  // Older rows lack this member
  countries: z._default(z.nullable(z.array(z.string())), null),
  mayBeAbsent: z.boolean(),
};

const FieldShape = z.object(fieldMembers);

/** A payment system as stored: members of its type in `core`, money as text in minor units. */
export const PaymentSystemShape = z.object({
  code: z.string(),
  kind: z.enum(PAYMENT_SYSTEM_KINDS),
  stage: z.enum(PAYMENT_SYSTEM_STAGES),
  name: localised,
  aliases: z.array(z.string()),
  currency: z.string(),
  asset: z.string(),
  incomeWallet: z.string(),
  outcomeWallet: z.string(),
  marketSymbol: z.string(),
  network: z.nullable(z.string()),
  scale: wholeNumber,
  precision: wholeNumber,
  rail: z.string(),
  railSettings: z.record(z.string(), z.string()),
  minAmount: minor,
  maxAmount: minor,
  reserveBuffer: minor,
  networkFee: minor,
  requiredConfirmations: wholeNumber,
  incomeEnabled: z.boolean(),
  outcomeEnabled: z.boolean(),
  referalOutputEnabled: z.boolean(),
  incomeFields: z.array(FieldShape),
  outcomeFields: z.array(FieldShape),
  mark: z.object({ monogram: z.string(), tint: z.string() }),
  sort: z.int(),
});

const MAX_SCALE = 30;
const MAX_FIELDS = 12;
const MAX_LENGTH = 254;

/** A customer's input must not keep the server busy. */
const safePattern = z.string().check(z.maxLength(300, 'too_long'), z.refine(compiles, 'pattern'), z.refine(isSafePattern, 'pattern'));
const length = z.nullable(wholeNumber.check(z.gte(1, 'length'), z.lte(MAX_LENGTH, 'length')));
const country = z.string().check(z.refine(isCountry, 'country'));
const text = { ru: catalogueText(120), en: catalogueText(120) };

const isLengthRight = ({ minLength, maxLength }: RequisiteField): boolean =>
  minLength === null || maxLength === null || minLength <= maxLength;

const FieldDocument = z
  .object({
    ...fieldMembers,
    label: z.object(text),
    pattern: z.nullable(safePattern),
    example: z.nullable(catalogueText(MAX_LENGTH)),
    minLength: length,
    maxLength: length,
    digits: length,
    network: z.nullable(catalogueText(20)),
    countries: z._default(z.nullable(z.array(country).check(z.minLength(1, 'required'))), null),
  })
  .check(z.refine(isLengthRight, { error: 'least_above_most', path: ['maxLength'] }));

const fields = z.array(FieldDocument).check(
  z.maxLength(MAX_FIELDS, 'too_long'),
  z.refine((list: readonly RequisiteField[]) => new Set(list.map(({ key }) => key)).size === list.length, 'field_keys'),
);

const code = z.string().check(z.regex(/^[A-Z][A-Z0-9]{1,15}$/, 'code'));
const unit = z.string().check(z.regex(/^[A-Z0-9][A-Z0-9.]{0,19}$/, 'unit'));
const wallet = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,59}$/, 'wallet'));

const VALID_TEMPLATE = 'https://example.com/{tx}';

/** Problems of the record as a whole: the member that shows each, and its check. */
const RECORD_CHECKS: readonly (readonly [member: keyof PaymentSystem, problem: string, isRight: (system: PaymentSystem) => boolean])[] = [
  ['precision', 'precision_above_scale', ({ precision, scale }) => precision <= scale],
  ['minAmount', 'amount_zero', ({ minAmount }) => minAmount > 0n],
  ['maxAmount', 'least_above_most', ({ minAmount, maxAmount }) => minAmount <= maxAmount],
  ['minAmount', 'below_network_fee', ({ minAmount, networkFee }) => minAmount > networkFee],
  ['network', 'network_of_crypto', ({ kind, network }) => (kind === 'crypto') === (network !== null)],
  ['railSettings', 'explorer_url', ({ railSettings }) => isExplorerTemplate(railSettings[EXPLORER_SETTING] ?? VALID_TEMPLATE)],
  ['incomeEnabled', 'not_ready', ({ stage, incomeEnabled }) => stage === 'ready' || !incomeEnabled],
  ['outcomeEnabled', 'not_ready', ({ stage, outcomeEnabled }) => stage === 'ready' || !outcomeEnabled],
  [
    'outcomeFields',
    'nothing_to_pay_to',
    ({ outcomeEnabled, outcomeFields }) => !outcomeEnabled || outcomeFields.some((field) => field.required),
  ],
  [
    'outcomeFields',
    'address_unchecked',
    ({ kind, outcomeFields }) =>
      kind !== 'crypto' || outcomeFields.every((field) => field.kind !== 'wallet' || isAddressNetwork(field.network ?? '')),
  ],
];

/**
 * Validates a payment system (domain 10) in forms, imports and the server; problems are keys of `catalogue_desk.problem`. Rules that need
 * database or rail are checked on saving.
 */
export const PaymentSystemDocument = z
  .object({
    ...PaymentSystemShape.shape,
    code,
    name: z.object({ ru: catalogueText(60), en: catalogueText(60) }),
    aliases: z.array(catalogueText(60)).check(z.maxLength(40, 'too_long')),
    currency: unit,
    asset: unit,
    incomeWallet: wallet,
    outcomeWallet: wallet,
    marketSymbol: unit,
    network: z.nullable(unit),
    scale: wholeNumber.check(z.lte(MAX_SCALE, 'scale')),
    precision: wholeNumber.check(z.lte(MAX_SCALE, 'scale')),
    rail: catalogueText(40),
    railSettings: z.record(z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'field_key')), catalogueText(MAX_LENGTH)),
    requiredConfirmations: wholeNumber.check(z.lte(100_000, 'confirmations')),
    incomeFields: fields,
    outcomeFields: fields,
    mark: z.object({
      // Letters available in every subset of our typeface
      monogram: z.string().check(z.regex(/^[A-Za-z\p{Script=Cyrillic}0-9$€]{1,3}$/u, 'monogram')),
      tint: z.string().check(z.refine(isMarkTint, 'tint')),
    }),
    sort: z.int('whole_number').check(z.gte(0, 'whole_number'), z.lte(1_000_000, 'whole_number')),
  })
  .check(...RECORD_CHECKS.map(([member, problem, isRight]) => z.refine<PaymentSystem>(isRight, { error: problem, path: [member] })));

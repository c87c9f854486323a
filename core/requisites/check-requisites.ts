import type { RequisiteField, RequisiteFieldKind, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Refusal, RequisiteRefusalCode } from '#core/refusal.ts';
import { accept, type Result } from '#core/result.ts';
import { isCountry } from '#core/country/countries.ts';
import {
  type AddressCheck,
  type AddressVerdict,
  isAddressNetwork,
  chainName,
  networkName,
  networksOf,
  normaliseAddress,
} from './address-shape.ts';
import { matchesBik, isDigits, passesLuhn, withoutGroupMarks } from './digits.ts';
import { normaliseEmail } from './email.ts';
import { nameRefusal, normaliseName } from './full-name.ts';
import { isIban, normaliseIban } from './iban.ts';
import { normalisePhone } from './phone.ts';

export interface RequisitesToCheck {
  readonly fields: readonly RequisiteField[];
  /** As typed, by field key; unknown keys are dropped. */
  readonly values: RequisiteValues;
  /** Whether the customer declares that there is no memo. A typed memo is used anyway. */
  readonly noMemo: boolean;
  /** The check of addresses: with checksums and lost addresses on the server, of the shape alone in a form. */
  readonly checkAddress: AddressCheck;
}

type CheckResult = Result<string, RequisiteRefusalCode>;
type Check = (field: RequisiteField, text: string, checkAddress: AddressCheck) => CheckResult;

/** Card numbers of 16 to 18 digits and accounts of 20 (spec 5 and 9). */
export const CARD_DIGITS = { min: 16, max: 18 } as const;
export const ACCOUNT_DIGITS = 20;
/** Key of the text field with the bank's BIK. An account in the same requisites is checked against it. */
export const BIK_KEY = 'bik';
/** Key of the text field that holds a SWIFT code (ISO 9362): four letters of the bank, two of its country. */
export const SWIFT_KEY = 'swift';
/** Prefixes of the card schemes with 16 to 18 digits: Mir, Mastercard, Visa, UnionPay, JCB, Maestro and national ones of Central Asia. */
const CARD_PREFIXES = /^(?:220[0-4]|22(?:2[1-9]|[3-9])|2[3-6]|27[01]|2720|3[05689]|4|5|6|8[12]|8600|9(?:051|112|417|704|792|860))/;
/** Longer text is refused before any pattern is applied. */
export const MAX_REQUISITE_LENGTH = 200;

const MAX_XRP_TAG = 4_294_967_295n;
const BIK_MISMATCH = { code: 'invalid_bank_account', message: 'bik_control' } as const;
/** Control and invisible formatting characters. They are never part of a requisite and would display it wrongly. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/**
 * Validates requisites by their field descriptions (spec 5, domain 1). Returns them normalised, without empty optional fields. Refusals
 * name the field's key.
 */
export function checkRequisites(input: RequisitesToCheck): Result<RequisiteValues, RequisiteRefusalCode> {
  const values = new Map<string, string>();
  const refusals: Refusal<RequisiteRefusalCode>[] = [];
  for (const field of input.fields) {
    const checked = checkRequisite(field, input);
    if (checked.ok && checked.value !== '') values.set(field.key, checked.value);
    if (!checked.ok) refusals.push(...checked.refusals.map((refusal) => ({ ...refusal, field: field.key })));
  }
  refusals.push(...bikRefusals(input.fields, values));
  return refusals.length > 0 ? { ok: false, refusals } : accept(Object.fromEntries(values));
}

/** Validates one field of `input`, as a form does when the field is left. An accepted empty text means that nothing was given. */
export function checkRequisite(field: RequisiteField, input: Omit<RequisitesToCheck, 'fields'>): CheckResult {
  const rawText = Object.hasOwn(input.values, field.key) ? (input.values[field.key] ?? '') : '';
  const text = rawText.trim();
  if (text === '') return checkEmpty(field, input);
  if (text.length > MAX_REQUISITE_LENGTH)
    return reject({ code: 'too_long', message: 'max_length', params: { max: field.maxLength ?? MAX_REQUISITE_LENGTH } });
  const checked = INVISIBLE.test(text)
    ? reject({ code: 'invalid_format', message: 'invalid_characters' })
    : CHECKS[field.kind](field, text, input.checkAddress);
  return checked.ok ? checkLimits(field, checked.value) : checked;
}

const reject = (refusal: Refusal<RequisiteRefusalCode>): CheckResult => ({ ok: false, refusals: [refusal] });

function checkEmpty(field: RequisiteField, input: { readonly noMemo: boolean }): CheckResult {
  if (field.kind === 'memo') {
    const isAllowed = field.mayBeAbsent ? input.noMemo : !field.required;
    return isAllowed ? accept('') : reject({ code: 'memo_required' });
  }
  if (!field.required) return accept('');
  return reject(field.kind === 'invoice_id' ? { code: 'required', message: 'invoice_id_required' } : { code: 'required' });
}

/** Length and pattern of the field's description, on the normalised value. */
function checkLimits(field: RequisiteField, value: string): CheckResult {
  const length = [...value].length;
  if (field.minLength !== null && length < field.minLength)
    return reject({ code: 'too_short', message: 'min_length', params: { min: field.minLength } });
  if (field.maxLength !== null && length > field.maxLength)
    return reject({ code: 'too_long', message: 'max_length', params: { max: field.maxLength } });
  return field.pattern === null || new RegExp(field.pattern, 'u').test(value) ? accept(value) : reject(formatRefusal(field));
}

/** The refusal of a value with a wrong format; names an example where there is one. */
function formatRefusal(field: RequisiteField): Refusal<RequisiteRefusalCode> {
  const { plain, example } = FORMAT_REFUSALS[field.kind];
  if (example === undefined || field.example === null) return plain;
  return { ...plain, message: example, params: { example: field.example } };
}

interface FormatMessages {
  readonly plain: Refusal<RequisiteRefusalCode>;
  /** Message that takes `{example}`. */
  readonly example?: string;
}

const FORMAT_REFUSALS: Readonly<Record<RequisiteFieldKind, FormatMessages>> = {
  card: { plain: { code: 'invalid_card_number' } },
  bank_account: { plain: { code: 'invalid_bank_account' } },
  iban: { plain: { code: 'invalid_iban' } },
  phone: { plain: { code: 'invalid_format', message: 'invalid_phone' } },
  email: { plain: { code: 'invalid_format', message: 'invalid_email' } },
  wallet: { plain: { code: 'invalid_format' }, example: 'wallet_pattern' },
  memo: { plain: { code: 'invalid_format' }, example: 'memo_pattern' },
  // A name has a pattern only where Latin letters are required
  full_name: { plain: { code: 'invalid_format', message: 'invalid_full_name' }, example: 'latin_name' },
  invoice_id: { plain: { code: 'invalid_format' }, example: 'text_pattern' },
  text: { plain: { code: 'invalid_format' }, example: 'text_pattern' },
};

const CHECKS: Readonly<Record<RequisiteFieldKind, Check>> = {
  card: checkCard,
  bank_account: checkAccount,
  iban: checkIban,
  phone(field, text) {
    const phone = normalisePhone(text);
    return phone === undefined ? reject(formatRefusal(field)) : accept(phone);
  },
  email(field, text) {
    const email = normaliseEmail(text);
    return email === undefined ? reject(formatRefusal(field)) : accept(email);
  },
  wallet: checkWallet,
  memo: checkMemo,
  full_name: checkName,
  invoice_id: (_field, text) => accept(text),
  text: checkText,
};

function checkCard(field: RequisiteField, text: string): CheckResult {
  const digits = withoutGroupMarks(text);
  const { min, max } = field.digits === null ? CARD_DIGITS : { min: field.digits, max: field.digits };
  if (!isDigits(digits) || digits.length < min || digits.length > max) {
    return field.digits === null
      ? reject({ code: 'invalid_card_number', message: 'card_digits', params: { min, max } })
      : reject({ code: 'invalid_card_number', message: 'card_digits_exact', params: { digits: field.digits } });
  }
  // Zeros alone pass Luhn and are not a card
  if (!(passesLuhn(digits) && /[1-9]/.test(digits))) return reject({ code: 'invalid_card_number', message: 'card_checksum' });
  return CARD_PREFIXES.test(digits) ? accept(digits) : reject({ code: 'invalid_card_number', message: 'card_prefix' });
}

function checkAccount(field: RequisiteField, text: string): CheckResult {
  const digits = withoutGroupMarks(text);
  const expected = field.digits ?? ACCOUNT_DIGITS;
  if (isDigits(digits) && digits.length === expected) return accept(digits);
  return reject({ code: 'invalid_bank_account', message: 'account_digits', params: { digits: expected } });
}

function checkName(_field: RequisiteField, text: string): CheckResult {
  const name = normaliseName(text);
  const refusal = nameRefusal(name);
  return refusal === undefined ? accept(name) : reject(refusal);
}

function checkIban(field: RequisiteField, text: string): CheckResult {
  const iban = normaliseIban(text);
  if (!isIban(iban)) return reject({ code: 'invalid_iban' });
  const country = iban.slice(0, 2);
  if (field.countries === null || field.countries.includes(country)) return accept(iban);
  return reject({ code: 'invalid_iban', message: 'iban_country', params: { country } });
}

/** A wallet number without spaces. Its letters become capitals ("u123" is U123) unless the pattern allows the typed case. */
function normaliseWalletNumber(field: RequisiteField, text: string): string {
  const compact = withoutSpaces(text);
  if (field.pattern === null || new RegExp(field.pattern, 'u').test(compact)) return compact;
  const upper = compact.toUpperCase();
  return new RegExp(field.pattern, 'u').test(upper) ? upper : compact;
}

function checkWallet(field: RequisiteField, text: string, checkAddress: AddressCheck): CheckResult {
  if (field.network === null) return accept(normaliseWalletNumber(field, text));
  const address = normaliseAddress(text);
  const verdict = isAddressNetwork(field.network) ? checkAddress(field.network, address) : 'malformed';
  return verdict === 'fine' ? accept(address) : reject(addressRefusal(field.network, address, verdict));
}

/** Why an address cannot receive money. Names its actual network if the shape shows it. */
function addressRefusal(network: string, address: string, verdict: Exclude<AddressVerdict, 'fine'>): Refusal<RequisiteRefusalCode> {
  const code = 'invalid_wallet_address';
  if (verdict !== 'malformed') return { code, message: verdict === 'contract' ? 'address_of_contract' : 'address_of_nobody' };
  const matchingNetworks = networksOf(address);
  if (!isAddressNetwork(network) || matchingNetworks.length === 0) return { code };
  // The shape is right for this network, so a character is wrong
  if (matchingNetworks.includes(network)) return { code, message: 'address_checksum' };
  const actual = [...new Set(matchingNetworks.map((match) => chainName(match)))].join(', ');
  return { code, message: 'address_of_other_network', params: { given: actual, expected: networkName(network) } };
}

const SWIFT = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

function checkText(field: RequisiteField, text: string): CheckResult {
  const value = text.normalize('NFC').replace(/\s+/g, ' ');
  if (field.key !== SWIFT_KEY) return accept(value);
  const swift = withoutSpaces(value).toUpperCase();
  const country = swift.slice(4, 6);
  if (SWIFT.test(swift) && !isCountry(country)) return reject({ code: 'invalid_format', message: 'swift_country', params: { country } });
  return accept(swift);
}

function checkMemo(field: RequisiteField, text: string): CheckResult {
  const isTooHigh = field.network === 'XRP' && !(isDigits(text) && BigInt(text) <= MAX_XRP_TAG);
  return isTooHigh ? reject(formatRefusal(field)) : accept(text);
}

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');

function bikRefusals(fields: readonly RequisiteField[], values: ReadonlyMap<string, string>): readonly Refusal<RequisiteRefusalCode>[] {
  const bik = values.get(BIK_KEY);
  if (bik === undefined) return [];
  return fields
    .filter((field) => field.kind === 'bank_account' && values.has(field.key) && !matchesBik(values.get(field.key) ?? '', bik))
    .map((field) => ({ ...BIK_MISMATCH, field: field.key }));
}

import type { RequisiteFieldKind } from '#core/payment-system/requisite-field.ts';

const GROUP_LENGTH = 4;
/** A masked value is not grouped: its dots stand for any number of characters. */
const HIDDEN = '•';

const ungrouped = (value: string): readonly string[] => [value];
const inFours = (value: string): readonly string[] => value.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'gsu')) ?? [];

/** Fifteen digits are grouped 4-6-5, as on the card; all others in fours. */
function card(value: string): readonly string[] {
  const fifteen = /^(\d{4})(\d{6})(\d{5})$/.exec(value);
  return fifteen === null ? inFours(value) : fifteen.slice(1);
}

const digitsInFours = (value: string): readonly string[] => (/^\d+$/.test(value) ? inFours(value) : ungrouped(value));

/** `+7` and ten digits in the Russian grouping; other countries differ, so their numbers stay whole. */
const phone = (value: string): readonly string[] => /^(\+7)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(value)?.slice(1) ?? ungrouped(value);

/** An address in fours; `0x` joins the first four, and the letter of a wallet number is its own group. */
function wallet(value: string): readonly string[] {
  const [, prefix = '', body = value] = /^(0x|[A-Z](?=\d+$))(.+)$/s.exec(value) ?? [];
  const groups = /^[\w:.-]+$/.test(body) ? inFours(body) : ungrouped(body);
  return prefix === '0x' ? [prefix + (groups[0] ?? ''), ...groups.slice(1)] : prefix === '' ? groups : [prefix, ...groups];
}

const GROUPED: Readonly<Record<RequisiteFieldKind, (value: string) => readonly string[]>> = {
  card,
  bank_account: digitsInFours,
  iban: inFours,
  phone,
  wallet,
  email: ungrouped,
  memo: ungrouped,
  full_name: ungrouped,
  invoice_id: ungrouped,
  text: ungrouped,
};

/**
 * Groups in which a requisite is displayed (domain 5, quality R56). Joined without separators they are the value to copy; in plain text they
 * are joined by spaces.
 */
export const groupRequisite = (kind: RequisiteFieldKind, value: string): readonly string[] =>
  value.includes(HIDDEN) ? ungrouped(value) : GROUPED[kind](value);

/** Kinds of the lines of a rail's payment instructions, by the key of their label; others are plain text. */
const OFFER_KINDS: Readonly<Record<string, RequisiteFieldKind>> = {
  card_number: 'card',
  account: 'bank_account',
  corr_account: 'bank_account',
  iban: 'iban',
  phone: 'phone',
  email: 'email',
  wallet: 'wallet',
  address: 'wallet',
  contract: 'wallet',
  code: 'bank_account',
};

/** The kind of a line of payment instructions, by its label key. */
export const offerKind = (labelKey: string): RequisiteFieldKind =>
  Object.hasOwn(OFFER_KINDS, labelKey) ? (OFFER_KINDS[labelKey] ?? 'text') : 'text';

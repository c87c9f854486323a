import type { RequisiteFieldKind } from '#core/payment-system/requisite-field.ts';

const SIGNS_PER_GROUP = 4;
/** A masked value is read as it stands: its dots stand for any number of signs. */
const HIDDEN = '•';

const whole = (value: string): readonly string[] => [value];
const inFours = (value: string): readonly string[] => value.match(new RegExp(`.{1,${SIGNS_PER_GROUP}}`, 'gsu')) ?? [];

/** Fifteen digits stand on their card as 4-6-5, all others in fours. */
function card(value: string): readonly string[] {
  const fifteen = /^(\d{4})(\d{6})(\d{5})$/.exec(value);
  return fifteen === null ? inFours(value) : fifteen.slice(1);
}

const digitsInFours = (value: string): readonly string[] => (/^\d+$/.test(value) ? inFours(value) : whole(value));

/** `+7` and its ten digits as Russians say them; other countries have customs of their own, so their numbers stay whole. */
const phone = (value: string): readonly string[] => /^(\+7)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(value)?.slice(1) ?? whole(value);

/** An address in fours; `0x` counts with the first four, and the letter of a purse stands before its digits. */
function wallet(value: string): readonly string[] {
  const [, head = '', body = value] = /^(0x|[A-Z](?=\d+$))(.+)$/s.exec(value) ?? [];
  const groups = /^[\w:.-]+$/.test(body) ? inFours(body) : whole(body);
  return head === '0x' ? [head + (groups[0] ?? ''), ...groups.slice(1)] : head === '' ? groups : [head, ...groups];
}

const GROUPED: Readonly<Record<RequisiteFieldKind, (value: string) => readonly string[]>> = {
  card,
  bank_account: digitsInFours,
  iban: inFours,
  phone,
  wallet,
  email: whole,
  memo: whole,
  full_name: whole,
  invoice_id: whole,
  text: whole,
};

/**
 * The groups in which people read and compare a requisite (domain 5, quality R56): the page, the mail, the receipt and the office all
 * take them from here. Put together without anything between them they are the value again, sign by sign: that is what is copied. Where there is no
 * markup they stand with a space between, so that a line breaks between groups and never inside one.
 */
export const groupRequisite = (kind: RequisiteFieldKind, value: string): readonly string[] =>
  value.includes(HIDDEN) ? whole(value) : GROUPED[kind](value);

/** What the lines of a rail's offer are, by the key of their label; others are plain text. */
const OFFER_KINDS: Readonly<Record<string, RequisiteFieldKind>> = {
  card_number: 'card',
  account: 'bank_account',
  iban: 'iban',
  phone: 'phone',
  email: 'email',
  wallet: 'wallet',
  address: 'wallet',
  contract: 'wallet',
  code: 'bank_account',
};

/** The kind of a line that a rail offers to pay to (`labelKey` of its offer). */
export const offerKind = (labelKey: string): RequisiteFieldKind =>
  Object.hasOwn(OFFER_KINDS, labelKey) ? (OFFER_KINDS[labelKey] ?? 'text') : 'text';

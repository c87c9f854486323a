import { bareText } from '#core/search/term.ts';
import { foldEmail, normaliseEmail } from '#core/requisites/email.ts';
import { networksOf, normaliseAddress } from '#core/requisites/address-shape.ts';
import { isIban, normaliseIban } from '#core/requisites/iban.ts';
import { normalisePhone } from '#core/requisites/phone.ts';
import { accept, refuse, type Result } from '#core/result.ts';

/** Kinds of blacklist entries. Labels: `blacklist.kind.<name>`. */
export const BLACKLIST_KINDS = ['email', 'card', 'wallet', 'phone', 'document', 'network', 'device'] as const;
export type BlacklistKind = (typeof BLACKLIST_KINDS)[number];

export const BLACKLIST_REASONS = ['fraud', 'chargeback', 'sanctions', 'stolen_data', 'abuse', 'other'] as const;
export type BlacklistReason = (typeof BLACKLIST_REASONS)[number];

/** Requisites share one class, so that a number matches whether it was given as a card, an account or a telephone. */
const CLASS: Readonly<Record<BlacklistKind, string>> = {
  email: 'email',
  card: 'requisite',
  wallet: 'requisite',
  phone: 'requisite',
  document: 'document',
  network: 'network',
  device: 'device',
};

/** Input of the keyed hash of an entry: its class and its normalised value. */
export const blacklistHashText = (kind: BlacklistKind, value: string): string => `blacklist\0${CLASS[kind]}\0${value}`;

/** A requisite in the form used for comparison, in which `8 916 …` and `+7 916 …` are the same telephone. */
export function comparableRequisite(text: string): string {
  const bare = bareText(text);
  return /^8\d{10}$/.test(bare) ? `7${bare.slice(1)}` : bare;
}

/** Shorter values would match too many people. */
const MIN_LENGTH = { wallet: 6, document: 5 } as const;
const CARD = /^\d{16,19}$/;

const invalid = (message: string): Result<never, 'invalid_format'> => refuse({ code: 'invalid_format', field: 'value', message });

function readEmail(input: string): Result<string, 'invalid_format'> {
  const email = normaliseEmail(input);
  return email === undefined ? invalid('invalid_email') : accept(foldEmail(email));
}

function readPhone(input: string): Result<string, 'invalid_format'> {
  const phone = normalisePhone(input);
  return phone === undefined ? invalid('invalid_phone') : accept(comparableRequisite(phone));
}

function readBare(input: string, message: string, isValid: (bare: string) => boolean): Result<string, 'invalid_format'> {
  const bare = comparableRequisite(input);
  return isValid(bare) ? accept(bare) : invalid(message);
}

/** An entry's value in the form used for comparison. Refuses an invalid one with `invalid_format` on `value`. Networks are parsed elsewhere. */
export function readEntryValue(kind: Exclude<BlacklistKind, 'network'>, input: string): Result<string, 'invalid_format'> {
  const text = input.trim();
  if (kind === 'email') return readEmail(text);
  if (kind === 'phone') return readPhone(text);
  if (kind === 'card') return readBare(text, 'listed_card', (bare) => CARD.test(bare));
  if (kind === 'device') return /^[0-9a-f]{64}$/.test(text) ? accept(text) : invalid('listed_device');
  return readBare(kind === 'wallet' ? normaliseAddress(text) : text, `listed_${kind}`, (bare) => bare.length >= MIN_LENGTH[kind]);
}

/** Prefixes that only addresses of chains have. */
const ADDRESS_PREFIX = /^(?:0x|(?:bc|ltc|cosmos|addr)1|bitcoincash:)/i;
/** An account number, or a wallet service's number with its letter: `P1012345678`. */
const ACCOUNT_NUMBER = /^[a-z]?\d{8,34}$/;
/** Length of the shortest address of a known chain. */
const MIN_ADDRESS_LENGTH = 25;

/** Whether a typed account or address can be complete. A part of one would match no one, or another person. */
function isWholeAccount(input: string): boolean {
  const address = normaliseAddress(input);
  if (networksOf(address).length > 0 || isIban(normaliseIban(input))) return true;
  const bare = comparableRequisite(input);
  return !ADDRESS_PREFIX.test(address) && (ACCOUNT_NUMBER.test(bare) || bare.length >= MIN_ADDRESS_LENGTH);
}

/** Reads a value typed by an operator, which must be complete. `readEntryValue` reads values taken from an order. */
export function readManualEntry(kind: Exclude<BlacklistKind, 'network'>, input: string): Result<string, 'invalid_format'> {
  if (kind === 'wallet' && !isWholeAccount(input)) return invalid('listed_wallet');
  return readEntryValue(kind, input);
}

/** A value as the office shows it. E-mails and networks are shown in full, everything else by its ends. */
export function maskEntryValue(kind: BlacklistKind, value: string): string {
  if (kind === 'email' || kind === 'network') return value;
  if (kind === 'device') return `${value.slice(0, 8)}…`;
  const head = kind === 'card' ? 6 : kind === 'wallet' && value.length > 16 ? 4 : 0;
  const tail = value.length > head + 4 ? value.slice(-4) : value.slice(-2);
  return `${value.slice(0, head)}•••${tail}`;
}

/** Whether an entry applies at `now`. */
export const isInForce = (entry: { readonly endedAt: number | null; readonly endsAt: number | null }, now: number): boolean =>
  entry.endedAt === null && (entry.endsAt === null || entry.endsAt > now);

import { bareText } from './search/term.ts';
import { foldEmail } from './requisites/fold-email.ts';
import { networksOf, normaliseAddress } from './requisites/address-shape.ts';
import { isIban, normaliseIban } from './requisites/iban.ts';
import { normaliseEmail } from './requisites/email.ts';
import { normalisePhone } from './requisites/phone.ts';
import { accept, refuse, type Result } from './result.ts';

/** What somebody can be kept out by. The words are `blacklist.kind.<name>`. */
export const BLACKLIST_KINDS = ['email', 'card', 'wallet', 'phone', 'document', 'network', 'device'] as const;
export type BlacklistKind = (typeof BLACKLIST_KINDS)[number];

export const BLACKLIST_REASONS = ['fraud', 'chargeback', 'sanctions', 'stolen_data', 'abuse', 'other'] as const;
export type BlacklistReason = (typeof BLACKLIST_REASONS)[number];

/** Kinds of requisites are compared as one: whether a number is typed as a card or as an account, it is the same number. */
const CLASS: Readonly<Record<BlacklistKind, string>> = {
  email: 'email',
  card: 'requisite',
  wallet: 'requisite',
  phone: 'requisite',
  document: 'document',
  network: 'network',
  device: 'device',
};

/** What the keyed hash of an entry is made of: its class and its value as it is compared. */
export const markText = (kind: BlacklistKind, value: string): string => `blacklist\0${CLASS[kind]}\0${value}`;

/** A requisite as it is compared with others: `8 916 …` and `+7 916 …` are the same telephone. */
export function comparedRequisite(text: string): string {
  const bare = bareText(text);
  return /^8\d{10}$/.test(bare) ? `7${bare.slice(1)}` : bare;
}

/** Shorter ones belong to too many people. */
const LEAST = { wallet: 6, document: 5 } as const;
const CARD = /^\d{16,19}$/;

const wrong = (message: string): Result<never, 'invalid_format'> => refuse({ code: 'invalid_format', field: 'value', message });

function readEmail(typed: string): Result<string, 'invalid_format'> {
  const email = normaliseEmail(typed);
  return email === undefined ? wrong('invalid_email') : accept(foldEmail(email));
}

function readPhone(typed: string): Result<string, 'invalid_format'> {
  const phone = normalisePhone(typed);
  return phone === undefined ? wrong('invalid_phone') : accept(comparedRequisite(phone));
}

function readBare(typed: string, message: string, isRight: (bare: string) => boolean): Result<string, 'invalid_format'> {
  const bare = comparedRequisite(typed);
  return isRight(bare) ? accept(bare) : wrong(message);
}

/** A typed value as it is compared, or what is wrong with it. Networks are read where addresses are. */
export function readListed(kind: Exclude<BlacklistKind, 'network'>, typed: string): Result<string, 'invalid_format'> {
  const text = typed.trim();
  if (kind === 'email') return readEmail(text);
  if (kind === 'phone') return readPhone(text);
  if (kind === 'card') return readBare(text, 'listed_card', (bare) => CARD.test(bare));
  if (kind === 'device') return /^[0-9a-f]{64}$/.test(text) ? accept(text) : wrong('listed_device');
  return readBare(kind === 'wallet' ? normaliseAddress(text) : text, `listed_${kind}`, (bare) => bare.length >= LEAST[kind]);
}

/** How addresses of chains begin that nothing else begins like. */
const ADDRESS_HEAD = /^(?:0x|(?:bc|ltc|cosmos|addr)1|bitcoincash:)/i;
/** A number of an account, or of a wallet service with its letter: `P1012345678`. */
const ACCOUNT_NUMBER = /^[a-z]?\d{8,34}$/;
/** The shortest address of a chain that we know. */
const SHORTEST_ADDRESS = 25;

/** Whether a typed account or address can be all of it: of a part nobody is recognised, or somebody else is. */
function isWholeAccount(typed: string): boolean {
  const address = normaliseAddress(typed);
  if (networksOf(address).length > 0 || isIban(normaliseIban(typed))) return true;
  const bare = comparedRequisite(typed);
  return !ADDRESS_HEAD.test(address) && (ACCOUNT_NUMBER.test(bare) || bare.length >= SHORTEST_ADDRESS);
}

/** What a person types for an entry; values taken out of an order are whole and are read by `readListed`. */
export function readTyped(kind: Exclude<BlacklistKind, 'network'>, typed: string): Result<string, 'invalid_format'> {
  if (kind === 'wallet' && !isWholeAccount(typed)) return wrong('listed_wallet');
  return readListed(kind, typed);
}

/** A value as the office shows it: mailboxes and networks are read there every day, everything else by its ends. */
export function maskListed(kind: BlacklistKind, value: string): string {
  if (kind === 'email' || kind === 'network') return value;
  if (kind === 'device') return `${value.slice(0, 8)}…`;
  const head = kind === 'card' ? 6 : kind === 'wallet' && value.length > 16 ? 4 : 0;
  const tail = value.length > head + 4 ? value.slice(-4) : value.slice(-2);
  return `${value.slice(0, head)}•••${tail}`;
}

/** Whether an entry keeps anybody out now. */
export const isInForce = (entry: { readonly endedAt: number | null; readonly endsAt: number | null }, now: number): boolean =>
  entry.endedAt === null && (entry.endsAt === null || entry.endsAt > now);

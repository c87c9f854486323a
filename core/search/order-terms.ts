import type { RequisiteField, RequisiteFieldKind, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { foldEmail } from '#core/requisites/email.ts';
import { bareAmount, bareText, gramsOf, type Term, type TermKind, wordsOf } from './term.ts';

interface EdgeLengths {
  readonly head: readonly number[];
  readonly tail: readonly number[];
}

/** Searchable parts of sensitive numbers: no more than their mask shows (domain 7, first 6 and last 4). */
const NUMBER: EdgeLengths = { head: [6], tail: [4] };
const ADDRESS: EdgeLengths = { head: [4, 6, 8], tail: [4, 6, 8] };

const EDGES: Readonly<Record<Exclude<RequisiteFieldKind, 'full_name'>, EdgeLengths>> = {
  card: NUMBER,
  bank_account: NUMBER,
  iban: NUMBER,
  phone: NUMBER,
  email: { head: [], tail: [] },
  wallet: ADDRESS,
  memo: { head: [], tail: [4] },
  invoice_id: ADDRESS,
  text: ADDRESS,
};

/** Shorter requisites match too many people. */
const MIN_LENGTH = 6;
const PREFIX_LENGTHS = [3, 4, 5, 6, 7, 8] as const;

const term =
  (kind: TermKind) =>
  (text: string): Term => ({ kind, text });

/** Search terms of a name: each word and its prefixes. */
export const wordTerms = (text: string): Term[] =>
  wordsOf(text).flatMap((word) => [
    { kind: 'word', text: word },
    ...PREFIX_LENGTHS.filter((length) => length < word.length).map((length): Term => ({ kind: 'word', text: word.slice(0, length) })),
  ]);

/** Search terms of a reference or hash: whole, and by its ends. */
export function referenceTerms(text: string): Term[] {
  const bare = bareText(text);
  if (bare.length < 4) return [];
  return [{ kind: 'reference', text: bare }, ...edgesOf(bare, ADDRESS)];
}

const edgesOf = (bare: string, { head, tail }: EdgeLengths): Term[] => [
  ...head.filter((length) => length < bare.length).map((length) => term('head')(bare.slice(0, length))),
  ...tail.filter((length) => length < bare.length).map((length) => term('tail')(bare.slice(-length))),
];

/** Search terms of requisites: names by their words, everything else whole and by its ends. */
export const requisiteTerms = (fields: readonly RequisiteField[], values: RequisiteValues): Term[] =>
  fields.flatMap(({ key, kind }) => {
    const value = values[key] ?? '';
    if (kind === 'full_name') return wordTerms(value);
    const bare = bareText(value);
    return bare.length < MIN_LENGTH ? [] : [{ kind: 'requisite', text: bare }, ...edgesOf(bare, EDGES[kind])];
  });

/** Search terms of a customer: parts of the e-mail, the mailbox behind its aliases, and the account. */
export const customerTerms = ({ email, userId }: { readonly email: string; readonly userId: string | null }): Term[] => [
  ...gramsOf(email.toLowerCase()).map(term('mail')),
  { kind: 'customer', text: foldEmail(email) },
  ...(userId === null ? [] : [{ kind: 'user' as const, text: userId }]),
];

/** Search terms of amounts in whole units, as decimal strings. */
export const amountTerms = (amounts: readonly string[]): Term[] =>
  [...new Set(amounts.map(bareAmount))].filter((text) => text !== '0').map(term('amount'));

/** Kinds that identify one customer: mailbox, account, requisites. */
export const SAME_CUSTOMER = ['customer', 'user', 'requisite'] as const satisfies readonly TermKind[];

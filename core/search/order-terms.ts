import type { RequisiteField, RequisiteFieldKind, RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { foldEmail } from '#core/requisites/fold-email.ts';
import { bareAmount, bareText, gramsOf, type Term, type TermKind, wordsOf } from './term.ts';

interface Edges {
  readonly head: readonly number[];
  readonly tail: readonly number[];
}

/** What may be found by of a number that is worth stealing: no more than its mask shows (domain 7, first 6 and last 4). */
const NUMBER: Edges = { head: [6], tail: [4] };
const ADDRESS: Edges = { head: [4, 6, 8], tail: [4, 6, 8] };

const EDGES: Readonly<Record<Exclude<RequisiteFieldKind, 'full_name'>, Edges>> = {
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

/** Shorter ones belong to too many people to tell one by them. */
const LEAST = 6;
const WORD_BEGINNINGS = [3, 4, 5, 6, 7, 8] as const;

const term =
  (kind: TermKind) =>
  (text: string): Term => ({ kind, text });

/** A word of a name and how it begins. */
export const wordTerms = (text: string): Term[] =>
  wordsOf(text).flatMap((word) => [
    { kind: 'word', text: word },
    ...WORD_BEGINNINGS.filter((length) => length < word.length).map((length): Term => ({ kind: 'word', text: word.slice(0, length) })),
  ]);

/** A reference, a hash: whole, and by its ends. */
export function referenceTerms(text: string): Term[] {
  const bare = bareText(text);
  if (bare.length < 4) return [];
  return [{ kind: 'reference', text: bare }, ...edgesOf(bare, ADDRESS)];
}

const edgesOf = (bare: string, { head, tail }: Edges): Term[] => [
  ...head.filter((length) => length < bare.length).map((length) => term('head')(bare.slice(0, length))),
  ...tail.filter((length) => length < bare.length).map((length) => term('tail')(bare.slice(-length))),
];

/** What requisites are found by: names by their words, everything else whole and by its ends. */
export const requisiteTerms = (fields: readonly RequisiteField[], values: RequisiteValues): Term[] =>
  fields.flatMap(({ key, kind }) => {
    const value = values[key] ?? '';
    if (kind === 'full_name') return wordTerms(value);
    const bare = bareText(value);
    return bare.length < LEAST ? [] : [{ kind: 'requisite', text: bare }, ...edgesOf(bare, EDGES[kind])];
  });

/** What the customer is found by: any part of his e-mail, and who he is behind it. */
export const customerTerms = ({ email, userId }: { readonly email: string; readonly userId: string | null }): Term[] => [
  ...gramsOf(email.toLowerCase()).map(term('mail')),
  { kind: 'customer', text: foldEmail(email) },
  ...(userId === null ? [] : [{ kind: 'user' as const, text: userId }]),
];

/** Amounts in whole units, as the wire writes them. */
export const amountTerms = (amounts: readonly string[]): Term[] =>
  [...new Set(amounts.map(bareAmount))].filter((text) => text !== '0').map(term('amount'));

/** The kinds that tell one customer from others: his mailbox, his account here, what he pays from and to. */
export const SAME_CUSTOMER = ['customer', 'user', 'requisite'] as const satisfies readonly TermKind[];

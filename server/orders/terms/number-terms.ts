import { TERM_KINDS, type Term } from '#core/search/term.ts';
import type { Secrets } from '#server/platform/secrets.ts';

type Keys = Pick<Secrets, 'fingerprint'>;

const KIND_BITS = 56n;
const HASH_BYTES = 7;

/** Three letters are their own number: an e-mail stands in clear beside it. */
const packed = (gram: string): bigint =>
  (BigInt(gram.charCodeAt(0)) << 32n) | (BigInt(gram.charCodeAt(1)) << 16n) | BigInt(gram.charCodeAt(2));

/** A term as the index keeps it: its kind in the first byte, then the letters or a keyed hash, so that nobody reads an amount, a name or a card out of it. */
export function numberOf({ secrets }: { readonly secrets: Keys }, { kind, text }: Term): bigint {
  const tag = BigInt(TERM_KINDS[kind]) << KIND_BITS;
  if (kind === 'mail') return tag | packed(text);
  const hash = secrets.fingerprint(`order term\0${kind}\0${text}`).subarray(0, HASH_BYTES);
  return tag | BigInt(`0x${hash.toString('hex')}`);
}

/** The same for many, each once. */
export const numbersOf = (deps: { readonly secrets: Keys }, terms: readonly Term[]): bigint[] => [
  ...new Set(terms.map((term) => numberOf(deps, term))),
];

/** Where the numbers of a kind begin and end. */
export const rangeOf = (kind: Term['kind']): readonly [bigint, bigint] => [
  BigInt(TERM_KINDS[kind]) << KIND_BITS,
  BigInt(TERM_KINDS[kind] + 1) << KIND_BITS,
];

/** Says by which key terms are made: another mark, and all of them are made anew. */
export const markOf = ({ secrets }: { readonly secrets: Keys }): Buffer => secrets.fingerprint('order terms');

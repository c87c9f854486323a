import { TERM_KINDS, type Term } from '#core/search/term.ts';
import type { Secrets } from '#server/platform/secrets.ts';

type Keys = Pick<Secrets, 'fingerprint'>;

const KIND_BITS = 56n;
const HASH_BYTES = 7;

/** Packs three letters into a number; no hash, since the e-mail is stored in clear anyway. */
const packGram = (gram: string): bigint =>
  (BigInt(gram.charCodeAt(0)) << 32n) | (BigInt(gram.charCodeAt(1)) << 16n) | BigInt(gram.charCodeAt(2));

/**
 * A term as the index stores it: kind in the first byte, then packed letters or a keyed hash: amounts, names and cards cannot be read
 * from the index.
 */
export function numberOf({ secrets }: { readonly secrets: Keys }, { kind, text }: Term): bigint {
  const tag = BigInt(TERM_KINDS[kind]) << KIND_BITS;
  if (kind === 'mail') return tag | packGram(text);
  const hash = secrets.fingerprint(`order term\0${kind}\0${text}`).subarray(0, HASH_BYTES);
  return tag | BigInt(`0x${hash.toString('hex')}`);
}

/** The numbers of many terms, without duplicates. */
export const numbersOf = (deps: { readonly secrets: Keys }, terms: readonly Term[]): bigint[] => [
  ...new Set(terms.map((term) => numberOf(deps, term))),
];

/** First number of a kind and first number after it. */
export const rangeOf = (kind: Term['kind']): readonly [bigint, bigint] => [
  BigInt(TERM_KINDS[kind]) << KIND_BITS,
  BigInt(TERM_KINDS[kind] + 1) << KIND_BITS,
];

/** Fingerprint of the key that terms are hashed with; when it changes, all orders are indexed again. */
export const keyMarkOf = ({ secrets }: { readonly secrets: Keys }): Buffer => secrets.fingerprint('order terms');

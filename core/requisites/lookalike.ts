import type { RequisiteFieldKind } from '#core/payment-system/requisite-field.ts';

/** Kinds that people recognise by their first and last characters, which fraudsters exploit. */
const CONFUSABLE_KINDS: ReadonlySet<RequisiteFieldKind> = new Set(['card', 'bank_account', 'iban', 'phone', 'wallet', 'text']);

/** Prefixes that all addresses of a network share. */
const COMMON_PREFIX = /^(?:0x|bc1[qp]|tb1[qp]|ltc1[qp]|bitcoincash:[qp]|addr1|[eu]q(?=.{46}$))/i;

/** Characters at either end that a reader compares. */
const COMPARED_LENGTH = 3;
/** Shorter texts are read in full. */
const MIN_LENGTH = 10;

/** Addresses that begin with `0x` ignore case. */
const comparable = (value: string): string => (/^0x/i.test(value) ? value.toLowerCase() : value).replaceAll(/\s/g, '');

/** A requisite that the customer has used or saved. */
export interface KnownRequisite {
  readonly kind: RequisiteFieldKind;
  readonly value: string;
}

/** Whether two requisites are the same. */
export const isSameRequisite = (first: KnownRequisite, second: KnownRequisite): boolean =>
  first.kind === second.kind && comparable(first.value) === comparable(second.value);

/**
 * Whether two different requisites of one kind begin and end alike (quality R56), so that a reader who compares the ends confuses them, by mistake
 * or by fraud.
 */
export function isLookalike(first: KnownRequisite, second: KnownRequisite): boolean {
  if (first.kind !== second.kind || !CONFUSABLE_KINDS.has(first.kind) || isSameRequisite(first, second)) return false;
  const [a, b] = [comparable(first.value), comparable(second.value)];
  if (a.length < MIN_LENGTH || b.length < MIN_LENGTH) return false;
  const [firstBare, secondBare] = [a.replace(COMMON_PREFIX, ''), b.replace(COMMON_PREFIX, '')];
  return (
    firstBare.slice(0, COMPARED_LENGTH) === secondBare.slice(0, COMPARED_LENGTH) &&
    firstBare.slice(-COMPARED_LENGTH) === secondBare.slice(-COMPARED_LENGTH)
  );
}

/** The known requisite that a typed one may be confused with. Undefined if there is none, or if the typed one is known. */
export function findLookalike<Known extends KnownRequisite>(entered: KnownRequisite, known: readonly Known[]): Known | undefined {
  if (known.some((candidate) => isSameRequisite(entered, candidate))) return undefined;
  return known.find((candidate) => isLookalike(entered, candidate));
}

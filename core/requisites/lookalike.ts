import type { RequisiteFieldKind } from '#core/payment-system/requisite-field.ts';

/** Kinds that people tell apart by their first and last signs, and thieves know it. */
const COMPARED: ReadonlySet<RequisiteFieldKind> = new Set(['card', 'bank_account', 'iban', 'phone', 'wallet', 'text']);

/** What all addresses of a network begin with tells none of them from another. */
const COMMON = /^(?:0x|bc1[qp]|tb1[qp]|ltc1[qp]|bitcoincash:[qp]|addr1|[eu]q(?=.{46}$))/i;

/** Signs at either end by which a reader takes one for the other. */
const SAME_SIGNS = 3;
/** Shorter texts are read whole. */
const SHORTEST = 10;

/** Addresses that begin with `0x` are the same in any case. */
const comparable = (value: string): string => (/^0x/i.test(value) ? value.toLowerCase() : value).replaceAll(/\s/g, '');

/** One requisite of a destination that somebody has used or kept. */
export interface KnownRequisite {
  readonly kind: RequisiteFieldKind;
  readonly value: string;
}

export const isSameRequisite = (one: KnownRequisite, other: KnownRequisite): boolean =>
  one.kind === other.kind && comparable(one.value) === comparable(other.value);

/**
 * Whether two different requisites of one kind begin and end alike (quality R56): what a reader, who compares the ends, takes for the
 * same; by a slip of the hand, or because somebody has made it so.
 */
export function isLookalike(one: KnownRequisite, other: KnownRequisite): boolean {
  if (one.kind !== other.kind || !COMPARED.has(one.kind) || isSameRequisite(one, other)) return false;
  const [a, b] = [comparable(one.value), comparable(other.value)];
  if (a.length < SHORTEST || b.length < SHORTEST) return false;
  const [from, to] = [a.replace(COMMON, ''), b.replace(COMMON, '')];
  return from.slice(0, SAME_SIGNS) === to.slice(0, SAME_SIGNS) && from.slice(-SAME_SIGNS) === to.slice(-SAME_SIGNS);
}

/** The known one that a typed one is taken for; undefined where there is none, or where it is known itself. */
export function findLookalike<Known extends KnownRequisite>(typed: KnownRequisite, known: readonly Known[]): Known | undefined {
  if (known.some((one) => isSameRequisite(typed, one))) return undefined;
  return known.find((one) => isLookalike(typed, one));
}

import { CROCKFORD } from '#core/text/crockford.ts';

/** Characters of the id that the number is made of: 30 bits. */
const HEAD_CHARS = 6;
const BASE = BigInt(CROCKFORD.length);
const HEADS = BASE ** BigInt(HEAD_CHARS);
const NUMBERS = 10n ** 8n;
const HEAD = new RegExp(`^[${CROCKFORD}]{${HEAD_CHARS}}`);

const headValue = (head: string): bigint => [...head].reduce((value, char) => value * BASE + BigInt(CROCKFORD.indexOf(char)), 0n);

const headText = (value: bigint): string =>
  Array.from({ length: HEAD_CHARS }, (_, index) => CROCKFORD[Number((value / BASE ** BigInt(HEAD_CHARS - 1 - index)) % BASE)]).join('');

/**
 * Number of an order or withdrawal to say aloud: eight digits, `1234-5678`, made of its id. Two orders may share one (decision 0103);
 * links and calls use the id. An id of another alphabet is its own number.
 */
export function orderNumber(id: string): string {
  const [head] = HEAD.exec(id) ?? [];
  if (head === undefined) return id;
  const digits = String((headValue(head) * NUMBERS) / HEADS).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

/** Ids with a number: from `from`, below `before` (null: no bound). */
export interface IdRange {
  readonly from: string;
  readonly before: string | null;
}

/** Ids whose number a text is, with any spaces and hyphens; null: not a number. */
export function idsOfNumber(text: string): IdRange | null {
  const digits = text.replaceAll(/[\s\p{Pd}№#]/gu, '');
  if (!/^\d{8}$/.test(digits)) return null;
  const firstHead = (number: bigint) => (number * HEADS + NUMBERS - 1n) / NUMBERS;
  const end = firstHead(BigInt(digits) + 1n);
  return { from: headText(firstHead(BigInt(digits))), before: end >= HEADS ? null : headText(end) };
}

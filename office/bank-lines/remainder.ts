import { formatAmount, parseAmount } from '#core/money/amount.ts';

/** Decimals in which amounts are compared while they are typed; the server uses those of the payment system. */
const SCALE = 18;

const minorOf = (text: string): bigint => {
  const parsed = parseAmount(text, { scale: SCALE, precision: SCALE });
  return parsed.ok ? parsed.minor : 0n;
};

/** What remains of an amount after these parts, or by how much they exceed it. A part that is no amount yet counts as nothing. */
export function remainderOf(whole: string, parts: readonly string[]): { readonly amount: string; readonly isOver: boolean } {
  const rest = minorOf(whole) - parts.reduce((total, part) => total + minorOf(part), 0n);
  return { amount: formatAmount(rest < 0n ? -rest : rest, SCALE), isOver: rest < 0n };
}

import type { System } from './systems.ts';

/** Multiplies a decimal string by ten. */
function timesTen(text: string): string {
  const [integer = '0', fraction = ''] = text.split('.');
  const shifted = `${integer}${fraction.slice(0, 1) || '0'}`.replace(/^0+(?=\d)/, '');
  const remaining = fraction.slice(1);
  return remaining === '' ? shifted : `${shifted}.${remaining}`;
}

/** First amount of an exchange: ten times the minimum of the income system, or the minimum where that is too much. */
export function defaultAmount(system: System): string {
  const tenfold = timesTen(system.min_amount);
  const isWithin = tenfold.length < system.max_amount.length;
  return isWithin ? tenfold : system.min_amount;
}

import { asciiDigits } from '#core/text/ascii-digits.ts';

/** Group marks in typed numbers: spaces of every width, hyphens and similar signs, dots, brackets. */
const GROUP_MARKS = /[\s\u00A0\u2007\u2009\u202F\u2010-\u2014\u2212().-]/g;
const DIGITS = /^[0-9]+$/;

/** The text without group marks, with Arabic and Persian digits as ASCII ones. Other characters stay and are refused later. */
export const withoutGroupMarks = (text: string): string => asciiDigits(text).replace(GROUP_MARKS, '');

/** True for one or more ASCII digits. */
export const isDigits = (text: string): boolean => DIGITS.test(text);

const digitAt = (digits: string, index: number): number => digits.charCodeAt(index) - 48;

/** Luhn check of a text of ASCII digits: catches every single wrong digit and nearly every swap. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digitAt(digits, digits.length - 1 - index);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const BIK = /^[0-9]{9}$/;
const ACCOUNT = /^[0-9]{20}$/;
const CONTROL_WEIGHTS = [7, 1, 3] as const;
/** Correspondent accounts of banks: their key is calculated with the region, not with the bank. */
const CORRESPONDENT = /^301/;
/** Last three digits of the BIK of a unit of the Bank of Russia. */
const CASH_CENTRE = /^00[0-2]$/;

/**
 * Checks the control key of a Russian account (spec 5): BIK's last three digits, then 20 digits, weights 7, 1, 3; last digits sum to a
 * multiple of 10.
 */
export function matchesBik(account: string, bik: string): boolean {
  if (!(ACCOUNT.test(account) && BIK.test(bik))) return false;
  const unit = bik.slice(6);
  // With the Bank of Russia: `0` and the region's two digits
  const atCentralBank = CORRESPONDENT.test(account) || CASH_CENTRE.test(unit);
  const digits = (atCentralBank ? `0${bik.slice(4, 6)}` : unit) + account;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    sum += (digitAt(digits, index) * (CONTROL_WEIGHTS[index % 3] ?? 0)) % 10;
  }
  return sum % 10 === 0;
}

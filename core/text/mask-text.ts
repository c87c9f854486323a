import { passesLuhn } from '#core/requisites/digits.ts';

/** Replaces a masked value. */
export const MASK = '[masked]';
const MAX_TEXT = 4000;

/**
 * Masks card numbers (13-19 digits that pass Luhn, with spaces or dashes), e-mail addresses and credentials in URLs; cuts at 4000
 * characters.
 */
export function maskText(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return short
    .replaceAll(/(?<![\d.])\d(?:[ -]?\d){12,18}(?!\d)/g, (match) => {
      const digits = match.replaceAll(/\D/g, '');
      return passesLuhn(digits) ? `${digits.slice(0, 6)}…${digits.slice(-4)}` : match;
    })
    .replaceAll(/[\w.+-]+@[\w-]+\.[\w.-]+/g, MASK)
    .replaceAll(/([?&#](?:[a-z_]*token|code|key|password)=)[^&\s"']+/gi, `$1${MASK}`)
    .replaceAll(/(:\/\/[^\s/:@]*:)[^\s/@]+@/g, `$1${MASK}@`);
}

/** What stands in the place of a masked value. */
export const MASK = '[masked]';
const MAX_TEXT = 4000;

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** Card numbers (13-19 digits that pass Luhn, spaces and dashes allowed), e-mail addresses and credentials in URLs, wherever they stand in a text. */
export function maskText(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return short
    .replaceAll(/(?<![\d.])\d(?:[ -]?\d){12,18}(?!\d)/g, (found) => {
      const digits = found.replaceAll(/\D/g, '');
      return passesLuhn(digits) ? `${digits.slice(0, 6)}…${digits.slice(-4)}` : found;
    })
    .replaceAll(/[\w.+-]+@[\w-]+\.[\w.-]+/g, MASK)
    .replaceAll(/([?&#](?:[a-z_]*token|code|key|password)=)[^&\s"']+/gi, `$1${MASK}`)
    .replaceAll(/(:\/\/[^\s/:@]*:)[^\s/@]+@/g, `$1${MASK}@`);
}

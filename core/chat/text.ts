import { passesLuhn } from '#core/requisites/digits.ts';

/** The longest message, in characters. */
export const MAX_CHAT_TEXT = 4_000;

/** Invisible characters and those that reverse text; joiners of emoji stay. */
const INVISIBLE = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\u2028\u2029]/gu;

/** A message as stored: lines kept, control characters removed. Empty where nothing readable is left. */
export function cleanChatText(text: string): string {
  const lines = text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').split('\n');
  const cleaned = lines.map((line) => line.replaceAll('\t', ' ').replaceAll(INVISIBLE, '').trimEnd()).join('\n');
  return cleaned.replaceAll(/\n{4,}/g, '\n\n\n').trim();
}

const DIGIT_RUN = /\d(?:[ \u00A0\u2009\u202F.-]?\d){12,18}/g;

/** A text with card numbers masked (first six and last four digits stay), for readers who may not see them. */
export const maskCardNumbers = (text: string): string =>
  text.replaceAll(DIGIT_RUN, (run) => {
    const digits = run.replaceAll(/\D/g, '');
    return passesLuhn(digits) ? `${digits.slice(0, 6)}******${digits.slice(-4)}` : run;
  });

import { passesLuhn } from '#core/requisites/digits.ts';

/** The longest message, in characters. */
export const MAX_CHAT_TEXT = 4_000;

/** Invisible characters and those that reverse text. Joiners of emoji are not among them. */
const INVISIBLE = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\u2028\u2029]/gu;

/** A message as it is stored: with its lines, without control characters. Empty if nothing readable is left. */
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

/** Placeholders of a canned reply: the order of the chat, and the customer's name. */
export const CANNED_VARIABLES = ['order', 'name'] as const;
export type CannedVariable = (typeof CANNED_VARIABLES)[number];

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Names in braces that are no placeholders. A reply with one would be sent with its braces. */
export const unknownVariables = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name).filter((name) => !(CANNED_VARIABLES as readonly string[]).includes(name));

/** The reply with its placeholders filled. A placeholder without a value stays, so that it is noticed before sending. */
export const fillCanned = (text: string, values: Readonly<Partial<Record<CannedVariable, string | null>>>): string =>
  text.replaceAll(PLACEHOLDER, (placeholder, name: CannedVariable) => values[name] ?? placeholder);

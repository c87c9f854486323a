/** The longest message, in characters. */
export const MAX_CHAT_TEXT = 4_000;

/** Signs that nobody sees and that turn what follows around; those that join the parts of a picture stay. */
const UNSEEN = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\u2028\u2029]/gu;

/** What somebody typed, as it is kept: lines stay lines, what controls machines goes. Empty where nothing is left to be read. */
export function cleanChatText(typed: string): string {
  const lines = typed.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').split('\n');
  const cleaned = lines.map((line) => line.replaceAll('\t', ' ').replaceAll(UNSEEN, '').trimEnd()).join('\n');
  return cleaned.replaceAll(/\n{4,}/g, '\n\n\n').trim();
}

const DIGIT_RUN = /\d(?:[ \u00A0\u2009\u202F.-]?\d){12,18}/g;

/** Whether digits are a card's number by their check sum (ISO/IEC 7812-1). */
function isCardNumber(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** A text without whole card numbers, for whoever may not see them: of each the first six digits and the last four are left. */
export const maskCardNumbers = (text: string): string =>
  text.replaceAll(DIGIT_RUN, (run) => {
    const digits = run.replaceAll(/\D/g, '');
    return isCardNumber(digits) ? `${digits.slice(0, 6)}******${digits.slice(-4)}` : run;
  });

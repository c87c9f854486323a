const ARABIC_ZERO = 0x660;
const PERSIAN_ZERO = 0x6f0;

/** The text with Arabic and Persian digits as ASCII ones. All other characters stay, full-width digits too. */
export const asciiDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    return String(code - (code >= PERSIAN_ZERO ? PERSIAN_ZERO : ARABIC_ZERO));
  });

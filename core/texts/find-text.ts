const VARIABLE = /\{\{\w+\}\}/g;
const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();

/**
 * Whether a text with variables is the searched one. `shown`: words of it, or a sentence as a customer has seen it, with values in place of
 * the variables.
 */
export function isTextShown(text: string, shown: string): boolean {
  const searched = plain(shown);
  if (plain(text.replaceAll(VARIABLE, ' ')).includes(searched) || plain(text).includes(searched)) return true;
  const parts = text
    .split(VARIABLE)
    .map(plain)
    .filter((part) => part !== '');
  let from = 0;
  const isInOrder = parts.every((part) => {
    const at = searched.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
  // Values are shorter than what is around them, else the text is only a part of the sentence
  return isInOrder && parts.join('').length * 2 >= searched.length;
}

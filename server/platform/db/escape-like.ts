/** A text as part of a LIKE pattern: `%`, `_` and `\` match themselves. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

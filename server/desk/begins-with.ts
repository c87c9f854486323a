/** A pattern of `like`: whatever begins with this text, taken literally. */
export const beginsWith = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;

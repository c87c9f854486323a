/** Whether a text has the format of a public id or key. */
export const isKeyText = (text: string): boolean => /^[\w-]{1,200}$/.test(text);

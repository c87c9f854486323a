/** Linked data as JSON inside a script; `<` is escaped, since a closing tag in a string would end it. */
export const linkedText = (value: object): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

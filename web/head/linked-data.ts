/** Linked data as the text of a script: a closing tag inside a string would end it. */
export const linkedText = (value: object): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

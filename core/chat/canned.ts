/** Placeholders of a canned reply: the order of the chat, and the customer's name. */
export const CANNED_VARIABLES = ['order', 'name'] as const;
export type CannedVariable = (typeof CANNED_VARIABLES)[number];

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Unknown names in braces: such a reply would be sent with its braces. */
export const unknownVariables = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name).filter((name) => !(CANNED_VARIABLES as readonly string[]).includes(name));

/** The reply with its placeholders filled; one without a value stays, to be noticed before sending. */
export const fillCanned = (text: string, values: Readonly<Partial<Record<CannedVariable, string | null>>>): string =>
  text.replaceAll(PLACEHOLDER, (placeholder, name: CannedVariable) => values[name] ?? placeholder);

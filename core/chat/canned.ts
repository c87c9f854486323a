/** What a reply that is kept ready may name: the order that is talked about, and how the customer is called. */
export const CANNED_VARIABLES = ['order', 'name'] as const;
export type CannedVariable = (typeof CANNED_VARIABLES)[number];

const PLACE = /\{([^{}]*)\}/g;

/** Names in braces that nothing is known of: such a reply would be sent with its braces. */
export const unknownVariables = (text: string): string[] =>
  [...text.matchAll(PLACE)].map(([, name = '']) => name).filter((name) => !(CANNED_VARIABLES as readonly string[]).includes(name));

/** The reply with what is known in its places; a place of which nothing is known stays, to be seen before it is sent. */
export const fillCanned = (text: string, known: Readonly<Partial<Record<CannedVariable, string | null>>>): string =>
  text.replaceAll(PLACE, (place, name: CannedVariable) => known[name] ?? place);

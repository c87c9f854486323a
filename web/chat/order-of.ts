/** The order whose page an address is; undefined elsewhere. `path`: without its language. */
export const orderOf = (path: string): string | undefined => /^\/orders?\/([\w-]{6,64})(?:\/|$)/.exec(path)?.[1];

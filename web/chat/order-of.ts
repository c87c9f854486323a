/** Id of the order whose page a path is; undefined: another page. `path`: without the locale. */
export const orderOf = (path: string): string | undefined => /^\/orders?\/([\w-]{6,64})(?:\/|$)/.exec(path)?.[1];

/** The member of a closed list that equals a value of unknown origin, such as a query parameter; undefined: none. */
export const oneOf = <T>(list: readonly T[], value: unknown): T | undefined => list.find((member) => member === value);

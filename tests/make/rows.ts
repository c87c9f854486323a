import * as z from 'zod/mini';

/** The rows that a test expects of its own statement, unchecked: a wrong one fails the test that reads it. */
export const as = <T extends object>(): z.ZodMiniType<T> => z.custom<T>();

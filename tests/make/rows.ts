import * as z from 'zod/mini';

/** The row type a test expects of its own statement, unchecked. */
export const as = <T extends object>(): z.ZodMiniType<T> => z.custom<T>();

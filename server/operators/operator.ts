import type { SignedInOperator } from '#server/platform/http/route.ts';

/** The operator behind a call, as far as deeds ask. */
export type Operator = Pick<SignedInOperator, 'userId' | 'role' | 'email'>;

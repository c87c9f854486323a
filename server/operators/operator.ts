import type { SignedInOperator } from '#server/platform/http/route.ts';

/** The operator who makes a request, as far as use cases need it. */
export type Operator = Pick<SignedInOperator, 'userId' | 'role' | 'email'>;

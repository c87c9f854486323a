import type { Parties } from '#server/approvals/executor.ts';
import { findWitnessesOf } from './store.ts';

/** Whose word an order's money came by: who says that it came does not also say that it may leave (domain 5). */
export const ORDER_PARTIES: Parties = { pay_out: findWitnessesOf };

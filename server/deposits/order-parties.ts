import type { Parties } from '#server/approvals/executor.ts';
import { findReportingOperators } from './store.ts';

/** Operators who recorded an order's money may not approve its payout (domain 5). */
export const ORDER_PARTIES: Parties = { pay_out: findReportingOperators };

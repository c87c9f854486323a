import type { Executors } from './approvals/executor.ts';
import { executePostReserve } from './ledger/propose-reserve.ts';

/** Who does what two people have agreed on: one for every kind of `core/approval.ts`. */
export const APPROVAL_EXECUTORS: Executors = {
  post_reserve: executePostReserve,
};

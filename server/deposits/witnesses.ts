import type { ApprovalCourse } from '#server/approvals/executor.ts';
import { findWitnesses } from './store.ts';

/** Whose word an order's money came by: who says that it came does not also say that it may leave (domain 5). */
export const witnessesOf: NonNullable<ApprovalCourse['parties']['pay_out']> = async (tx, { subject }) => await findWitnesses(tx, subject);

import { mayDecide } from '#core/staff/approval.ts';
import type { ApprovalRow } from './store.ts';

/** Whether this operator's approval would count: the role may decide, and the operator neither proposed nor approved it. */
export const mayStillApprove = (
  { kind, proposed_by: proposedBy, voices }: Pick<ApprovalRow, 'kind' | 'proposed_by' | 'voices'>,
  operator: { readonly userId: string; readonly role: string },
): boolean => proposedBy !== operator.userId && mayDecide(operator.role, kind) && !voices.some(({ user_id: by }) => by === operator.userId);

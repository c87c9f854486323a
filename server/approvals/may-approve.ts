import { mayDecide } from '#core/approval.ts';
import type { ApprovalRow } from './store.ts';

/** Whether this operator's yes would count: the role may, and it was neither proposed nor answered by this operator. */
export const mayStillApprove = (
  { kind, proposed_by: proposedBy, voices }: Pick<ApprovalRow, 'kind' | 'proposed_by' | 'voices'>,
  operator: { readonly userId: string; readonly role: string },
): boolean => proposedBy !== operator.userId && mayDecide(operator.role, kind) && !voices.some(({ user_id: by }) => by === operator.userId);

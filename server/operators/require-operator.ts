import { isOperatorRole, may, type OfficeAction, type OperatorRole } from '#core/access.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Visitor } from '#server/platform/http/route.ts';

export interface Operator {
  readonly userId: string;
  readonly role: OperatorRole;
  readonly email: string;
}

/** The operator behind a call. Refuses guests (`not_authenticated`), and customers and roles without this permission (`access_denied`). */
export function requireOperator(visitor: Visitor, action: OfficeAction | null): Result<Operator, 'not_authenticated' | 'access_denied'> {
  if (visitor.kind !== 'user') return refuse({ code: 'not_authenticated' });
  const { userId, role, email } = visitor;
  if (!isOperatorRole(role) || (action !== null && !may(role, action))) return refuse({ code: 'access_denied' });
  return accept({ userId, role, email });
}

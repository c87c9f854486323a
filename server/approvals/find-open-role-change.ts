import * as z from 'zod/mini';
import { OPERATOR_ROLES, type OperatorRole } from '#core/access/access.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { listApprovals } from './store.ts';

const Payload = z.object({ role: z.optional(z.enum(OPERATOR_ROLES)), is_enabled: z.optional(z.boolean()) });

export interface RoleChange {
  readonly role: OperatorRole | null;
  readonly is_enabled: boolean | null;
}

/** The open role change of a colleague; null: none. */
export async function findOpenRoleChange(db: Queryable, userId: string, now: Instant): Promise<RoleChange | null> {
  const page = { limit: 20, offset: 0, from: undefined, sort: undefined };
  const { rows } = await listApprovals(db, { state: 'open', subject: userId, now }, page);
  const row = rows.find(({ kind }) => kind === 'change_role');
  const payload = row && Payload.safeParse(JSON.parse(row.payload));
  return payload?.success ? { role: payload.data.role ?? null, is_enabled: payload.data.is_enabled ?? null } : null;
}

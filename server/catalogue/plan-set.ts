import * as z from 'zod/mini';
import { type SetPlan } from '#contract/office/catalogue/plans.ts';
import type { Document } from '#core/changes/change.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { documentOf } from '#server/changes/check-items.ts';
import { findAllPaymentSystems } from '#server/payment-systems/find-catalogue.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findDirections } from './directions-store.ts';
import { filterSystems } from './filter-systems.ts';
import type { PlanDeps, PlanRefusal, ProposedChanges } from './proposed-changes.ts';

/** Members that identify one entity; a bulk edit must not set them. */
const IDENTITY_MEMBERS: readonly string[] = ['code', 'incomeCode', 'outcomeCode', 'name', 'incomeWallet', 'outcomeWallet'];

const DirectionFilterShape = z.strictObject({
  q: z.optional(z.string()),
  income: z.optional(z.string()),
  outcome: z.optional(z.string()),
  enabled: z.optional(z.enum(['yes', 'no'])),
  rate_type: z.optional(z.enum(['fixed', 'floating'])),
});

async function keysOf(db: Queryable, { entity, keys, filter }: SetPlan): Promise<readonly string[] | undefined> {
  if (keys !== null) return [...new Set(keys)];
  const systems = await findAllPaymentSystems(db);
  if (entity === 'payment_system') return filterSystems(systems, filter).map(({ code }) => code);
  const parsed = DirectionFilterShape.safeParse(filter);
  if (!parsed.success) return undefined;
  return (await findDirections(db, systems, parsed.data)).map(({ incomeCode, outcomeCode }) => `${incomeCode}>${outcomeCode}`);
}

/** Proposed changes of a bulk edit: the same members for all selected entities, or for all that match the filter of the list. */
export async function proposeByBulkEdit(deps: PlanDeps, db: Queryable, plan: SetPlan): Promise<Result<ProposedChanges, PlanRefusal>> {
  const members = Object.keys(plan.members);
  const identityMember = members.find((member) => IDENTITY_MEMBERS.includes(member));
  if (members.length === 0 || identityMember !== undefined)
    return refuse({ code: 'invalid_format', field: `plan/members${identityMember === undefined ? '' : `/${identityMember}`}` });
  const keys = await keysOf(db, plan);
  if (keys === undefined) return refuse({ code: 'invalid_format', field: 'plan/filter' });
  const existing = await deps.changes.entities[plan.entity].read(db, keys);
  const missingKeys = keys.filter((key) => !existing.has(key));
  const edit: Document = documentOf(plan.members);
  return accept({
    proposed: [...existing].map(([key, now]) => ({ entity: plan.entity, key, now, next: { ...now, ...edit }, row: null })),
    problems: missingKeys.map((key) => ({ row: null, column: null, key, problem: 'gone' })),
    columnOf: (member) => member,
  });
}

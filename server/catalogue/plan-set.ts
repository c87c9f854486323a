import * as z from 'zod/mini';
import { type SetPlan } from '#contract/office-catalogue.ts';
import type { Document } from '#core/changes/change.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { documentOf } from '#server/changes/check-items.ts';
import { paymentSystemsNow } from '#server/payment-systems/find-catalogue.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findDirections } from './directions-store.ts';
import { filterSystems } from './filter-systems.ts';
import type { PlanDeps, PlanRefusal, WishList } from './wish.ts';

/** Members that tell one thing from another: the same for many would make them one. */
const OWN: readonly string[] = ['code', 'incomeCode', 'outcomeCode', 'name', 'incomeWallet', 'outcomeWallet'];

const DirectionFilterShape = z.strictObject({
  q: z.optional(z.string()),
  income: z.optional(z.string()),
  outcome: z.optional(z.string()),
  enabled: z.optional(z.enum(['yes', 'no'])),
  rate_type: z.optional(z.enum(['fixed', 'floating'])),
});

async function keysOf(db: Queryable, { entity, keys, filter }: SetPlan): Promise<readonly string[] | undefined> {
  if (keys !== null) return [...new Set(keys)];
  const systems = await paymentSystemsNow(db);
  if (entity === 'payment_system') return filterSystems(systems, filter).map(({ code }) => code);
  const known = DirectionFilterShape.safeParse(filter);
  if (!known.success) return undefined;
  return (await findDirections(db, systems, known.data)).map(({ incomeCode, outcomeCode }) => `${incomeCode}>${outcomeCode}`);
}

/** What a bulk edit wishes: the same members for every chosen thing, or for all that the list's filter finds. */
export async function wishedBySetting(deps: PlanDeps, db: Queryable, plan: SetPlan): Promise<Result<WishList, PlanRefusal>> {
  const members = Object.keys(plan.members);
  const own = members.find((member) => OWN.includes(member));
  if (members.length === 0 || own !== undefined)
    return refuse({ code: 'invalid_format', field: `plan/members${own === undefined ? '' : `/${own}`}` });
  const keys = await keysOf(db, plan);
  if (keys === undefined) return refuse({ code: 'invalid_format', field: 'plan/filter' });
  const present = await deps.changes.entities[plan.entity].read(db, keys);
  const gone = keys.filter((key) => !present.has(key));
  const set: Document = documentOf(plan.members);
  return accept({
    wished: [...present].map(([key, now]) => ({ entity: plan.entity, key, now, next: { ...now, ...set }, row: null })),
    problems: gone.map((key) => ({ row: null, column: null, key, problem: 'gone' })),
    columnOf: (member) => member,
  });
}

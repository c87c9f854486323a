import * as z from 'zod/mini';
import { DirectionShape } from '#contract/office/catalogue/direction-document.ts';
import type { PlanProblem, RulePlan, SetPlan } from '#contract/office/catalogue/plans.ts';
import { directionsByRule, type RuleSettings } from '#core/catalogue/directions-by-rule.ts';
import type { Document } from '#core/changes/change.ts';
import type { ChangeEntity } from '#core/changes/entities.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { documentOf } from '#server/changes/check-items.ts';
import type { Deps } from '#server/deps.ts';
import { readDirections, readPaymentSystems } from '#server/payment-systems/queries.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { filterSystems, findDirections } from './store.ts';

export type PlanDeps = Pick<Deps, 'changes'>;
export type PlanRefusal = 'invalid_format' | 'too_long';

/** Current and proposed document of one entity. */
export interface ProposedItem {
  readonly entity: ChangeEntity;
  readonly key: string;
  readonly now: Document | null;
  readonly next: Document;
  /** Row of the file; null without a file. */
  readonly row: number | null;
}

export interface ProposedChanges {
  readonly proposed: readonly ProposedItem[];
  /** Problems of rows that could not be read. */
  readonly problems: readonly PlanProblem[];
  /** Column of the file for a member; the member itself without a file. */
  readonly columnOf: (member: string) => string;
}

/** Members that a rule may set; no amounts, because they differ between currencies. */
const Settings = z.strictObject({
  enabled: z.optional(z.boolean()),
  rateType: z.optional(DirectionShape.shape.rateType),
  marginPpm: z.optional(z.int()),
  incomeFeePpm: z.optional(z.int()),
  outcomeFeePpm: z.optional(z.int()),
  tolerancePpm: z.optional(z.int()),
  paymentWindowMs: z.optional(z.int()),
  etaMinutes: z.optional(z.int()),
  deniedCountries: z.optional(z.array(z.string())),
});

/** Proposed directions of a rule such as "all fiat to all crypto, margin 2 %" (domain 10). */
export async function proposeByRule(db: Queryable, plan: RulePlan): Promise<Result<ProposedChanges, PlanRefusal>> {
  const settings = Settings.safeParse(plan.settings);
  if (!settings.success)
    return refuse({ code: 'invalid_format', field: `plan/settings/${settings.error.issues[0]?.path.join('/') ?? ''}` });
  const [systems, directions] = [await readPaymentSystems(db), await readDirections(db)];
  const definedSettings = Object.fromEntries(Object.entries(settings.data).filter(([, value]) => value !== undefined)) as RuleSettings;
  const directionsOfRule = directionsByRule(
    { income: plan.income, outcome: plan.outcome, settings: definedSettings, existing: plan.existing, sameCurrency: plan.same_currency },
    { systems, directions },
  );
  const proposed = directionsOfRule.map(({ before, after }) => ({
    entity: 'direction' as const,
    key: `${after.incomeCode}>${after.outcomeCode}`,
    now: before === null ? null : documentOf(before),
    next: documentOf(after),
    row: null,
  }));
  return accept({ proposed, problems: [], columnOf: (member) => member });
}

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
  const systems = await readPaymentSystems(db);
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

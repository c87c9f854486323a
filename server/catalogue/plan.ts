import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { canonicalJson } from '#core/text/json.ts';
import type { CataloguePlan, PlanProblem } from '#contract/office/catalogue/plans.ts';
import { type ChangeItem, difference, type Document } from '#core/changes/change.ts';
import { accept, type Result } from '#core/result.ts';
import { documentOf } from '#server/changes/check-items.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { proposeByRule } from './plan-by-rule.ts';
import { proposeByFile } from './plan-import.ts';
import { proposeByBulkEdit } from './plan-set.ts';
import type { PlanDeps, PlanRefusal, ProposedChanges } from './proposed-changes.ts';

export interface ComputedPlan {
  readonly items: readonly ChangeItem[];
  readonly made: number;
  readonly unchanged: number;
  /** Number of entities left out because of their problems. */
  readonly refused: number;
  readonly problems: readonly PlanProblem[];
  readonly digest: string;
}

const proposeByPlan = (deps: PlanDeps, db: Queryable, plan: CataloguePlan): Promise<Result<ProposedChanges, PlanRefusal>> => {
  if (plan.kind === 'by_rule') return proposeByRule(db, plan);
  return plan.kind === 'set' ? proposeByBulkEdit(deps, db, plan) : proposeByFile(deps, db, plan);
};

const validate = (schema: z.ZodMiniType, next: Document): { readonly document: Document; readonly issues: readonly z.core.$ZodIssue[] } => {
  const parsed = schema.safeParse(next);
  return parsed.success ? { document: documentOf(parsed.data), issues: [] } : { document: next, issues: parsed.error.issues };
};

/** Our own checks use a key as message; any other message comes from the schema library and becomes `form`. */
const problemOf = ({ message }: z.core.$ZodIssue): string => (/^[a-z_]+$/.test(message) ? message : 'form');

/**
 * Turns a rule, a bulk edit or a file into the items of one change, and problems of entities left out. Validates with the forms' schema;
 * database checks follow later.
 */
export async function makePlan(deps: PlanDeps, db: Queryable, plan: CataloguePlan): Promise<Result<ComputedPlan, PlanRefusal>> {
  const result = await proposeByPlan(deps, db, plan);
  if (!result.ok) return result;
  const { proposed, columnOf } = result.value;
  const problems = [...result.value.problems];
  const items: ChangeItem[] = [];
  let unchanged = 0;
  // An unknown column is reported, but refuses no row
  let refused = new Set(problems.filter(({ problem }) => problem !== 'unknown_column').map(({ row, key }) => row ?? key)).size;
  for (const { entity, key, now, next, row } of proposed) {
    const { document, issues } = validate(deps.changes.entities[entity].schema, next);
    const changed = issues.length === 0 ? difference(now, document) : undefined;
    if (issues.length > 0) {
      refused += 1;
      problems.push(
        ...issues.map((issue) => ({ row, key, column: columnOf(issue.path.map(String).join('.')), problem: problemOf(issue) })),
      );
    } else if (changed === undefined) unchanged += 1;
    else items.push({ entity, key, ...changed });
  }
  const made = items.filter(({ before }) => before === null).length;
  const digest = createHash('sha256').update(canonicalJson(items)).digest('hex');
  return accept({ items, made, unchanged, refused, problems, digest });
}

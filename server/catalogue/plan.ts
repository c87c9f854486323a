import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { canonicalJson } from '#core/canonical-json.ts';
import type { CataloguePlan, PlanProblem } from '#contract/office-catalogue.ts';
import { type ChangeItem, difference, type Document } from '#core/changes/change.ts';
import { accept, type Result } from '#core/result.ts';
import { documentOf } from '#server/changes/check-items.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { wishedByRule } from './plan-by-rule.ts';
import { wishedByFile } from './plan-import.ts';
import { wishedBySetting } from './plan-set.ts';
import type { PlanDeps, PlanRefusal, WishList } from './wish.ts';

export interface Planned {
  readonly items: readonly ChangeItem[];
  readonly made: number;
  readonly unchanged: number;
  /** Things left out because of their problems. */
  readonly refused: number;
  readonly problems: readonly PlanProblem[];
  readonly digest: string;
}

const wishedBy = (deps: PlanDeps, db: Queryable, plan: CataloguePlan): Promise<Result<WishList, PlanRefusal>> => {
  if (plan.kind === 'by_rule') return wishedByRule(db, plan);
  return plan.kind === 'set' ? wishedBySetting(deps, db, plan) : wishedByFile(deps, db, plan);
};

const issuesOf = (schema: z.ZodMiniType, next: Document): { readonly document: Document; readonly issues: readonly z.core.$ZodIssue[] } => {
  const parsed = schema.safeParse(next);
  return parsed.success ? { document: documentOf(parsed.data), issues: [] } : { document: next, issues: parsed.error.issues };
};

/** Words for what our checks name; whatever the schema library says of itself is "not of the right form". */
const problemOf = ({ message }: z.core.$ZodIssue): string => (/^[a-z_]+$/.test(message) ? message : 'form');

/**
 * What a rule, a bulk edit or a file makes of the catalogue now: the items of one change, and by name what cannot be. Every document is
 * checked whole by the schema that the forms use; what the database alone knows is checked when it is previewed and applied.
 */
export async function makePlan(deps: PlanDeps, db: Queryable, plan: CataloguePlan): Promise<Result<Planned, PlanRefusal>> {
  const list = await wishedBy(deps, db, plan);
  if (!list.ok) return list;
  const { wished, columnOf } = list.value;
  const problems = [...list.value.problems];
  const items: ChangeItem[] = [];
  let unchanged = 0;
  // A column that we do not know is told of and stops no row
  let refused = new Set(problems.filter(({ problem }) => problem !== 'unknown_column').map(({ row, key }) => row ?? key)).size;
  for (const { entity, key, now, next, row } of wished) {
    const { document, issues } = issuesOf(deps.changes.entities[entity].schema, next);
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

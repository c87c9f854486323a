import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import {
  type CataloguePlan,
  officeApplyPlan,
  officeExportCsv,
  officeExportJson,
  officePreviewPlan,
  type PlanProblem,
} from '#contract/office/catalogue/plans.ts';
import { may } from '#core/access/access.ts';
import { type ChangeItem, difference, type Document, membersOf } from '#core/changes/change.ts';
import { actionFor } from '#core/changes/entities.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { canonicalJson } from '#core/text/canonical-json.ts';
import { checkItems, documentOf } from '#server/changes/check-items.ts';
import { submitChange } from '#server/changes/submit-change.ts';
import type { Deps } from '#server/deps.ts';
import { readPaymentSystems } from '#server/payment-systems/queries.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { type FileEntity, writeCsv } from './files.ts';
import { proposeByFile } from './plan-import.ts';
import { type PlanDeps, type PlanRefusal, proposeByBulkEdit, proposeByRule, type ProposedChanges } from './proposed-changes.ts';
import { type DirectionFilter, filterSystems, findDirections, type SystemFilter } from './store.ts';

interface ComputedPlan {
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

/** The message key of an issue. Messages that are no key come from the schema library and become `form`. */
const problemOf = ({ message }: z.core.$ZodIssue): string => (/^[a-z_]+$/.test(message) ? message : 'form');

/**
 * Turns a rule, a bulk edit or a file into the items of one change, and lists the problems of entities left out. Validates like the forms;
 * `checkInDatabase` makes the other checks.
 */
async function makePlan(deps: PlanDeps, db: Queryable, plan: CataloguePlan): Promise<Result<ComputedPlan, PlanRefusal>> {
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

const PREVIEW_ITEMS = 50;
const PREVIEW_PROBLEMS = 200;

const keyAt = (items: readonly ChangeItem[], field: string | undefined): string | null => {
  const position = /^items\/(\d+)/.exec(field ?? '')?.[1];
  return position === undefined ? null : (items[Number(position)]?.key ?? null);
};

/** Checks that need the database: refusals of the plan as problems, and the number of items outside each guard band. */
async function checkInDatabase(deps: Deps, planned: ComputedPlan) {
  if (planned.items.length === 0) return { problems: [], guards: [] };
  const checked = await checkItems(deps.changes, deps.db, planned.items, { lock: false });
  if (!checked.ok) {
    const problems = checked.refusals.map(({ message, code, field }) => ({
      row: null,
      column: field?.split('/').at(-1) ?? null,
      key: keyAt(planned.items, field),
      problem: message ?? code,
    }));
    return { problems, guards: [] };
  }
  const exceeded = await deps.changes.judge(deps.db, checked.value);
  const guardCounts = [...Map.groupBy(exceeded, ({ guard }) => guard)].map(([guard, list]) => ({ guard, count: list.length }));
  return { problems: [], guards: guardCounts };
}

const previewRoute = (deps: Deps): Route =>
  route(officePreviewPlan, async ({ body }) => {
    const planned = await makePlan(deps, deps.db, body.plan);
    if (!planned.ok) return planned;
    const { items, made, unchanged, refused, digest } = planned.value;
    const databaseCheck = await checkInDatabase(deps, planned.value);
    const attributes = {
      made,
      changed: items.length - made,
      unchanged,
      refused,
      problems: [...planned.value.problems, ...databaseCheck.problems].slice(0, PREVIEW_PROBLEMS),
      items: items.slice(0, PREVIEW_ITEMS).map(({ entity, key, before, after }) => ({ entity, key, before, after })),
      guards: databaseCheck.guards,
      digest,
    };
    return accept({ data: { type: 'catalogue_previews', id: digest, attributes } });
  });

const applyRoute = (deps: Deps): Route =>
  route(officeApplyPlan, async ({ body, visitor: operator, tx }) => {
    const planned = await makePlan(deps, tx, body.plan);
    if (!planned.ok) return planned;
    const { items, digest } = planned.value;
    if (!items.every((item) => may(operator.role, actionFor(item.entity, membersOf(item))))) return refuse({ code: 'access_denied' });
    if (digest !== body.digest) return refuse({ code: 'edit_conflict', message: 'plan_moved' });
    const submitted = await submitChange(deps, tx, { items, note: body.note, applyAt: null, rollsBack: null, author: operator });
    if (!submitted.ok) return submitted;
    const { id, state, item_count } = submitted.value;
    return accept({ data: { type: 'catalogue_plans', id, attributes: { change_id: id, state, item_count } } });
  });

async function documentsOf(deps: Deps, entity: FileEntity, filter: DirectionFilter & SystemFilter) {
  const systems = await readPaymentSystems(deps.db);
  const { q, income, outcome, enabled, rate_type, kind } = filter;
  const entities =
    entity === 'payment_system'
      ? filterSystems(systems, { q, kind })
      : await findDirections(deps.db, systems, { q, income, outcome, enabled, rate_type });
  return { systems, documents: entities.map(documentOf) };
}

const csvRoute = (deps: Deps): Route =>
  route(officeExportCsv, async ({ params, query }) => {
    const { systems, documents } = await documentsOf(deps, params.entity, query);
    const systemsByCode = new Map(systems.map((system) => [system.code, system]));
    const text = writeCsv(params.entity, documents, (code) => systemsByCode.get(code));
    return accept({ bytes: Buffer.from(text), fileName: `${params.entity}s.csv`, disposition: 'attachment' as const });
  });

const jsonRoute = (deps: Deps): Route =>
  route(officeExportJson, async ({ params, query }) => {
    const { documents } = await documentsOf(deps, params.entity, query);
    const bytes = Buffer.from(`${JSON.stringify(documents, null, 2)}\n`);
    return accept({ bytes, fileName: `${params.entity}s.json`, disposition: 'attachment' as const });
  });

/** Endpoints of rules, bulk edits and files: a preview, then all items as one change (domain 10). */
export const cataloguePlanRoutes = (deps: Deps): Route[] => [previewRoute(deps), applyRoute(deps), csvRoute(deps), jsonRoute(deps)];

import { officeApplyPlan, officeExportCsv, officeExportJson, officePreviewPlan } from '#contract/office/catalogue/plans.ts';
import type { ChangeItem } from '#core/changes/change.ts';
import { actionFor } from '#core/changes/entities.ts';
import { membersOf } from '#core/changes/change.ts';
import { may } from '#core/access/access.ts';
import { accept, refuse } from '#core/result.ts';
import { checkItems, documentOf } from '#server/changes/check-items.ts';
import { submitChange } from '#server/changes/submit-change.ts';
import type { Deps } from '#server/deps.ts';
import { findAllPaymentSystems } from '#server/payment-systems/find-catalogue.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { type DirectionFilter, findDirections } from './directions-store.ts';
import { type FileEntity, writeCsv } from './files.ts';
import { filterSystems, type SystemFilter } from './filter-systems.ts';
import { makePlan, type ComputedPlan } from './plan.ts';

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
  const systems = await findAllPaymentSystems(deps.db);
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

import {
  type ChangeAttributes,
  officeCancelChange,
  officeGetChange,
  officeListChangeItems,
  officeListChanges,
  officeRollBackChange,
  officeSubmitChange,
} from '#contract/office/catalogue/changes.ts';
import { type ChangeItem, isOpen } from '#core/changes/change.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Operator } from '#server/operators/operator.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { mayChange } from './check-items.ts';
import { cancelChange, rollBackChange } from './end-change.ts';
import { type ChangeFilter, type ChangeRow, countChanges, findChange, listChanges, readFirstItems, readItems } from './store.ts';
import { submitChange } from './submit-change.ts';

/** Number of items listed with each change. */
const FIRST_ITEMS = 5;

const timeOf = (date: Date | null): string | null => date && toRfc3339(date.getTime());

function actionsOf(row: ChangeRow, items: readonly ChangeItem[], operator: Operator): ChangeAttributes['actions'] {
  if (!mayChange(operator.role, items)) return [];
  if (row.state === 'applied' && row.rolled_back_by === null) return ['roll_back'];
  return isOpen(row.state) ? ['cancel'] : [];
}

const presentChange = (row: ChangeRow, items: readonly ChangeItem[], operator: Operator): ChangeAttributes => ({
  state: row.state,
  note: row.note,
  author: row.author_name,
  is_mine: row.author_id === operator.userId,
  created_at: toRfc3339(row.created_at.getTime()),
  apply_at: timeOf(row.apply_at),
  applied_at: timeOf(row.applied_at),
  ended_at: timeOf(row.ended_at),
  ended_by: row.ended_by_name,
  approved_by: row.approved_by_name,
  approval_id: row.approval_id,
  rolls_back: row.rolls_back,
  rolled_back_by: row.rolled_back_by,
  guards: row.guards,
  item_count: row.item_count,
  items: items.map(({ entity, key, before, after }) => ({ entity, key, before, after })),
  problem: row.problem,
  actions: actionsOf(row, items, operator),
});

async function resourceOf(db: Queryable, row: ChangeRow, operator: Operator) {
  const firstItems = await readFirstItems(db, [row.id], FIRST_ITEMS);
  return { type: 'changes', id: row.id, attributes: presentChange(row, firstItems.get(row.id) ?? [], operator) };
}

const submitRoute = (deps: Deps): Route =>
  route(officeSubmitChange, async ({ body, visitor: operator, tx }) => {
    const applyAt = body.apply_at == null ? null : Date.parse(body.apply_at);
    const result = await submitChange(deps, tx, { items: body.items, note: body.note, applyAt, rollsBack: null, author: operator });
    return result.ok ? accept({ data: await resourceOf(tx, result.value, operator) }) : result;
  });

const listRoute = (deps: Deps): Route =>
  route(officeListChanges, async (call) => {
    const operator = call.visitor;
    const { query } = call;
    const page = readPageRequest(call);
    const states = query.state === 'open' ? (['waiting', 'scheduled'] as const) : query.state && [query.state];
    const filter: ChangeFilter = { states, entity: query.entity, key: query.key, author: query.author };
    const openFilter: ChangeFilter = { states: ['waiting', 'scheduled'], entity: undefined, key: undefined, author: undefined };
    const [{ rows, ends }, total, openCount] = await Promise.all([
      listChanges(deps.db, filter, page),
      countChanges(deps.db, filter, page.maxCounted),
      countChanges(deps.db, openFilter),
    ]);
    const ids = rows.map((row) => row.id);
    const firstItems = await readFirstItems(deps.db, ids, FIRST_ITEMS);
    const data = rows.map((row) => ({
      type: 'changes',
      id: row.id,
      attributes: presentChange(row, firstItems.get(row.id) ?? [], operator),
    }));
    return accept({ data, page: pageInfo(page, total, ends), meta: { open: openCount } });
  });

const getRoute = (deps: Deps): Route =>
  route(officeGetChange, async ({ params, visitor: operator }) => {
    const row = await findChange(deps.db, params.id);
    return row ? accept({ data: await resourceOf(deps.db, row, operator) }) : refuse({ code: 'not_found' });
  });

const itemsRoute = (deps: Deps): Route =>
  route(officeListChangeItems, async ({ params }) => {
    const row = await findChange(deps.db, params.id);
    if (!row) return refuse({ code: 'not_found' });
    const items = await readItems(deps.db, row.id);
    return accept({
      data: items.map(({ position, entity, key, before, after }) => ({
        type: 'change_items',
        id: `${row.id}-${position}`,
        attributes: { entity, key, before, after },
      })),
    });
  });

const rollBackRoute = (deps: Deps): Route =>
  route(officeRollBackChange, async ({ params, body, visitor: operator, tx }) => {
    const result = await rollBackChange(deps, tx, { id: params.id, note: body.note.trim(), operator });
    return result.ok ? accept({ data: await resourceOf(tx, result.value, operator) }) : result;
  });

const cancelRoute = (deps: Deps): Route =>
  route(officeCancelChange, async ({ params, body, visitor: operator, tx }) => {
    const result = await cancelChange(deps, tx, { id: params.id, note: body.note.trim(), operator });
    return result.ok ? accept({ data: await resourceOf(tx, result.value, operator) }) : result;
  });

/** Office endpoints of changes to prices and the catalogue (domain 10). */
export const officeChangeRoutes = (deps: Deps): Route[] => [
  submitRoute(deps),
  listRoute(deps),
  getRoute(deps),
  itemsRoute(deps),
  rollBackRoute(deps),
  cancelRoute(deps),
];

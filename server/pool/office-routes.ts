import {
  officeAddToPool,
  officeChangePoolRules,
  officeChangePoolState,
  officeChangePoolTarget,
  officeListPool,
  officeListPoolSystems,
  officeReleasePool,
  officeRevealPool,
  type PoolRequisiteAttributes,
} from '#contract/office/money/pool.ts';
import { formatAmount } from '#core/money/amount.ts';
import { stepOf } from '#core/money/decimals.ts';
import { displayState } from '#core/pool/requisite.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { presentField } from '#server/payment-systems/present.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { addRequisites, changeAccount } from './add-requisites.ts';
import { isBeforeFirstOrder, updateRules, updateState } from './change-store.ts';
import { needsBank, needsOwner, openRequisite, poolFields } from './account.ts';
import { MANUAL_RAIL, POOL_CHANNEL } from './closed-systems.ts';
import { readRules, presentRules } from './rules-attributes.ts';
import { findRequisite, listPool, lockPool, type PoolRow, pooledOf, releaseReservation } from './store.ts';

function present(deps: Pick<Deps, 'catalogue'>, row: PoolRow, now: Instant): PoolRequisiteAttributes {
  const system = deps.catalogue.paymentSystem(row.payment_system_code);
  const decimals = { scale: system?.scale ?? 0, precision: system?.precision ?? 0 };
  const pooled = pooledOf(row);
  const { display, until } = displayState(pooled, stepOf(decimals), now);
  const text = (amount: bigint) => formatAmount(amount, decimals.scale);
  return {
    ...presentRules(pooled, decimals),
    payment_system_id: row.payment_system_code,
    currency_iso_code: system?.currency ?? '',
    requisites_masked: row.values_masked,
    owner_name: row.owner_name,
    bank: row.bank,
    note: row.note,
    state: row.state,
    shown: display,
    until: until === null ? null : toRfc3339(until),
    frozen_reason: row.frozen_reason,
    order_ids: row.held_orders,
    held_amount: text(pooled.openOrders.reduce((sum, { amount }) => sum + amount, 0n)),
    today_amount: text(pooled.today.amount),
    today_count: pooled.today.count,
    month_amount: text(pooled.month.amount),
    month_count: pooled.month.count,
    last_given_at: row.last_given_at === null ? null : toRfc3339(row.last_given_at.getTime()),
    version: row.version,
  };
}

const readRoutes = (deps: Deps): Route[] => [
  route(officeListPool, async ({ query }) => {
    const now = deps.clock.now();
    const rows = await listPool(deps.db, { code: query.payment_system_id, isRetired: query.retired === 'true' }, now);
    return accept({ data: rows.map((row) => ({ type: 'pool_requisites', id: row.id, attributes: present(deps, row, now) })) });
  }),
  route(officeListPoolSystems, async ({ locale }) => {
    const needsSecondPerson = !(await isBeforeFirstOrder(deps.db));
    return accept({
      data: deps.catalogue.paymentSystems().map((system) => ({
        type: 'pool_systems',
        id: system.code,
        attributes: {
          name: system.name[locale],
          currency_iso_code: system.currency,
          fields: poolFields(system).map((field) => presentField(field, locale)),
          is_manual: system.rail === MANUAL_RAIL,
          needs_owner: needsOwner(system),
          needs_bank: needsBank(system),
          needs_second_person: needsSecondPerson,
        },
      })),
    });
  }),
];

const addRoute = (deps: Deps): Route =>
  route(officeAddToPool, async ({ visitor: operator, body, tx }) => {
    const system = deps.catalogue.paymentSystem(body.payment_system_id);
    // Allowed before the payment system is received by hand: switching it to the manual rail requires a requisite
    if (system === undefined) return refuse({ code: 'not_found' });
    const accounts = body.requisites.map(({ values, owner_name: ownerName, bank }) => ({ values, ownerName, bank }));
    const added = await addRequisites(deps, tx, {
      system,
      accounts,
      rules: readRules(body.rules, system),
      note: body.note.trim(),
      operatorId: operator.userId,
    });
    return added.ok ? accept({ data: { type: 'pool_requisites', id: system.code, attributes: added.value } }) : added;
  });

/** The changed requisite, as the response to the operator who changed it. */
async function requisiteResponse(
  deps: Deps,
  tx: Tx,
  id: string,
): Promise<Result<{ data: { type: string; id: string; attributes: PoolRequisiteAttributes } }, 'not_found'>> {
  const now = deps.clock.now();
  const row = await findRequisite(tx, id, now);
  return row
    ? accept({ data: { type: 'pool_requisites', id: row.id, attributes: present(deps, row, now) } })
    : refuse({ code: 'not_found' });
}

const releaseRoute = (deps: Deps): Route =>
  route(officeReleasePool, async ({ visitor: operator, params, body, tx }) => {
    const now = deps.clock.now();
    const row = await findRequisite(tx, params.id, now);
    if (!row) return refuse({ code: 'not_found' });
    const reason = body.reason.trim();
    if (reason === '') return refuse({ code: 'required', field: 'reason' });
    await lockPool(tx, row.payment_system_code);
    const orderId = body.order_id;
    if (!(await releaseReservation(tx, { id: row.id, orderId, now }))) return refuse({ code: 'order_state_conflict' });
    deps.live.hint(tx, POOL_CHANNEL, row.payment_system_code);
    // Audited under the order, so that the erasure of its customer's data also erases the reason
    const detail = { requisite: row.id, reason };
    await recordAudit(deps, tx, { actorId: operator.userId, action: 'pool.release', subjectType: 'order', subjectId: orderId, detail });
    return await requisiteResponse(deps, tx, row.id);
  });

const rulesRoute = (deps: Deps): Route =>
  route(officeChangePoolRules, async ({ visitor: operator, params, body, tx }) => {
    const row = await findRequisite(tx, params.id, deps.clock.now());
    const system = row && deps.catalogue.paymentSystem(row.payment_system_code);
    if (!row || !system) return refuse({ code: 'not_found' });
    const rules = readRules(body.rules, system);
    if (!rules.ok) return rules;
    const change = { id: params.id, version: body.version, now: deps.clock.now(), rules: rules.value, note: body.note.trim() };
    if (!(await updateRules(tx, change))) return refuse({ code: 'order_state_conflict' });
    deps.live.hint(tx, POOL_CHANNEL, row.payment_system_code);
    const detail = { before: presentRules(pooledOf(row), system), after: presentRules(rules.value, system) };
    await recordAudit(deps, tx, {
      actorId: operator.userId,
      action: 'pool.rules',
      subjectType: 'requisite',
      subjectId: row.id,
      detail,
    });
    return await requisiteResponse(deps, tx, params.id);
  });

const targetRoute = (deps: Deps): Route =>
  route(officeChangePoolTarget, async ({ visitor: operator, params, body, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const { values, owner_name: ownerName, bank, version } = body;
    const changed = await changeAccount(deps, tx, {
      id: params.id,
      version,
      values,
      ownerName,
      bank,
      note,
      operatorId: operator.userId,
    });
    if (!changed.ok) return changed;
    const shown = await requisiteResponse(deps, tx, params.id);
    return shown.ok ? accept({ ...shown.value, meta: { approval_id: changed.value.approvalId } }) : shown;
  });

const stateRoute = (deps: Deps): Route =>
  route(officeChangePoolState, async ({ visitor: operator, params, body, tx }) => {
    const unlockedRow = await findRequisite(tx, params.id, deps.clock.now());
    if (!unlockedRow) return refuse({ code: 'not_found' });
    // Waits until an order that is being given this requisite has it; the next order gets another one
    await lockPool(tx, unlockedRow.payment_system_code);
    const row = (await findRequisite(tx, params.id, deps.clock.now())) ?? unlockedRow;
    const reason = body.reason.trim();
    if (reason === '' && body.state !== 'active') return refuse({ code: 'required', field: 'reason' });
    const change = {
      id: row.id,
      version: body.version,
      now: deps.clock.now(),
      state: body.state,
      reason: body.state === 'active' ? null : reason,
    };
    if (!(await updateState(tx, change))) return refuse({ code: 'order_state_conflict' });
    deps.live.hint(tx, POOL_CHANNEL, row.payment_system_code);
    const detail = { before: row.state, after: body.state, reason, orders: row.held_orders };
    await recordAudit(deps, tx, {
      actorId: operator.userId,
      action: 'pool.state',
      subjectType: 'requisite',
      subjectId: row.id,
      detail,
    });
    return await requisiteResponse(deps, tx, params.id);
  });

const revealRoute = (deps: Deps): Route =>
  route(officeRevealPool, async ({ visitor: operator, params, tx }) => {
    const row = await findRequisite(tx, params.id, deps.clock.now());
    if (!row) return refuse({ code: 'not_found' });
    await recordAudit(deps, tx, {
      actorId: operator.userId,
      action: 'requisites.view',
      subjectType: 'requisite',
      subjectId: row.id,
      detail: {},
    });
    return accept({ data: { type: 'destinations', id: row.id, attributes: { requisites: openRequisite(deps, row.values_sealed) } } });
  });

/** Operator routes for the pool of requisites. */
export const officePoolRoutes = (deps: Deps): Route[] => [
  ...readRoutes(deps),
  addRoute(deps),
  rulesRoute(deps),
  targetRoute(deps),
  stateRoute(deps),
  releaseRoute(deps),
  revealRoute(deps),
];

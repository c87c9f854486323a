import {
  officeEndTask,
  officeGiveBackTask,
  officeListTasks,
  officeMarkTaskNotSent,
  officeRevealTask,
  officeTakeTask,
  officeAddTaskProof,
  officeGetTaskProof,
  officeShowTaskProof,
} from '#contract/office/money/payout-tasks.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteField } from '#core/payment-system/requisite-field.ts';
import type { PayoutPurpose } from '#core/payout/payout.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { payersFieldsOf, valueEntries } from '#server/orders/readable-requisites.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route, routeAfter } from '#server/platform/http/route.ts';
import { presentTask, taskResponse } from './present-task.ts';
import { countTasks, listTasks, findTask } from './store.ts';
import { endTask, releaseTask, markTaskNotSent, revealTask, takeTask } from './work-on-task.ts';
import { addProof, storeProof, auditProof, readProof, showProof } from './proof.ts';

/** Operator routes for proofs of payment (bank documents) of manual payouts. */
const officeProofRoutes = (deps: Deps): Route[] => [
  routeAfter(
    officeAddTaskProof,
    async ({ params: { id: reference }, files, visitor: operator }) => {
      const file = files['proof'];
      if (!file) return refuse({ code: 'invalid_file_type', field: 'proof' });
      return await storeProof(deps, { reference, operatorId: operator.userId, bytes: file.bytes });
    },
    async ({ params: { id: reference }, body, visitor: operator, locale, tx, prepared: proof }) => {
      const { userId: operatorId } = operator;
      const added = await addProof(deps, tx, { reference, operatorId, proof, isShown: body.is_shown === 'true' });
      return added.ok ? await taskResponse(deps, tx, reference, { operatorId, locale }) : added;
    },
  ),
  route(officeShowTaskProof, async ({ params: { id: reference }, body, visitor: operator, locale, tx }) => {
    const { userId: operatorId } = operator;
    const result = await showProof(deps, tx, { reference, operatorId, isShown: body.is_shown });
    return result.ok ? await taskResponse(deps, tx, reference, { operatorId, locale }) : result;
  }),
  route(officeGetTaskProof, async ({ params, visitor: operator, isHead }) => {
    const task = await findTask(deps.db, params.id);
    const file = task && (await readProof(deps, task));
    if (!file) return refuse({ code: 'not_found' });
    if (!isHead) await deps.db.tx(async (tx) => await auditProof(deps, tx, { task, action: 'view_proof', operatorId: operator.userId }));
    return accept(file);
  }),
];

const listRoute = (deps: Deps): Route =>
  route(officeListTasks, async (call) => {
    const operator = call.visitor;
    const { query, locale } = call;
    const filter = { state: query.state ?? 'open', code: query.payment_system_id, q: query.q?.trim() || undefined };
    const page = readPageRequest(call);
    const [{ rows, ends }, total, waiting] = await Promise.all([
      listTasks(deps.db, filter, page),
      countTasks(deps.db, filter, page.maxCounted),
      countTasks(deps.db, { state: 'open', code: undefined, q: undefined }),
    ]);
    const reader = { operatorId: operator.userId, locale };
    return accept({
      data: rows.map((row) => ({ type: 'payout_tasks', id: row.reference, attributes: presentTask(deps, row, reader) })),
      page: pageInfo(page, total, ends),
      meta: { waiting },
    });
  });

/** A payout goes to the outcome requisites; a refund or surplus goes back to the requisites of the payer. */
const destinationFields = (system: PaymentSystem, purpose: PayoutPurpose): readonly RequisiteField[] =>
  purpose === 'payout' ? system.outcomeFields : payersFieldsOf(system);

const actionRoutes = (deps: Deps): Route[] => [
  route(officeTakeTask, async ({ params: { id: reference }, body, visitor: operator, locale, tx }) => {
    const { userId: operatorId } = operator;
    const takeOver = { note: body.take_over_note?.trim() ?? null, previousHolderAnswer: body.former_said ?? null };
    const taken = await takeTask(deps, tx, { reference, operatorId, takeOver });
    return taken.ok ? await taskResponse(deps, tx, reference, { operatorId, locale }) : taken;
  }),
  route(officeGiveBackTask, async ({ params: { id: reference }, visitor: operator, locale, tx }) => {
    const { userId: operatorId } = operator;
    const released = await releaseTask(deps, tx, { reference, operatorId });
    return released.ok ? await taskResponse(deps, tx, reference, { operatorId, locale }) : released;
  }),
  route(officeMarkTaskNotSent, async ({ params: { id: reference }, body, visitor: operator, locale, tx }) => {
    const { userId: operatorId } = operator;
    const marked = await markTaskNotSent(deps, tx, { reference, operatorId, note: body.note.trim() });
    return marked.ok ? await taskResponse(deps, tx, reference, { operatorId, locale }) : marked;
  }),
  route(officeRevealTask, async ({ params: { id: reference }, visitor: operator, locale, tx }) => {
    const revealed = await revealTask(deps, tx, { reference, operatorId: operator.userId });
    if (!revealed.ok) return revealed;
    const system = deps.catalogue.paymentSystem(revealed.value.task.payment_system_code);
    const { purpose, values } = revealed.value;
    const requisites = system === undefined ? [] : valueEntries(destinationFields(system, purpose), values, locale);
    return accept({ data: { type: 'destinations', id: reference, attributes: { requisites } } });
  }),
  route(officeEndTask, async ({ params: { id: reference }, body, visitor: operator, locale, tx }) => {
    const { userId: operatorId } = operator;
    const { outcome, reference: bankReference, amount, reason } = body;
    const blamesDestination = body.is_destination_wrong === true;
    const ended = await endTask(deps, tx, { reference, operatorId, outcome, bankReference, amount, reason, blamesDestination });
    return ended.ok ? await taskResponse(deps, tx, reference, { operatorId, locale }) : ended;
  }),
];

/** Operator routes for payouts that people make by hand. */
export const officePayoutTaskRoutes = (deps: Deps): Route[] => [listRoute(deps), ...actionRoutes(deps), ...officeProofRoutes(deps)];

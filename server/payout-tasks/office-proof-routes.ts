import { officeAddTaskProof, officeGetTaskProof, officeShowTaskProof } from '#contract/office-payout-tasks.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { requireOperator } from '#server/operators/require-operator.ts';
import { type Route, route, routeAfter } from '#server/platform/http/route.ts';
import { shownAfter } from './present-task.ts';
import { addProof, keepProof, noteProof, readProof, showProof } from './proof.ts';
import { findTask } from './store.ts';

/** The operators' calls about the bank's papers beside what people pay. */
export const officeProofRoutes = (deps: Deps): Route[] => [
  routeAfter(
    officeAddTaskProof,
    async ({ params: { id: reference }, files, visitor }) => {
      const operator = requireOperator(visitor, 'handle_payouts');
      if (!operator.ok) return operator;
      const file = files['proof'];
      if (!file) return refuse({ code: 'invalid_file_type', field: 'proof' });
      return await keepProof(deps, { reference, operatorId: operator.value.userId, bytes: file.bytes });
    },
    async ({ params: { id: reference }, body, visitor, locale, tx, prepared: proof }) => {
      const operator = requireOperator(visitor, 'handle_payouts');
      if (!operator.ok) return operator;
      const { userId: operatorId } = operator.value;
      const added = await addProof(deps, tx, { reference, operatorId, proof, isShown: body.is_shown === 'true' });
      return added.ok ? await shownAfter(deps, tx, reference, { operatorId, locale }) : added;
    },
  ),
  route(officeShowTaskProof, async ({ params: { id: reference }, body, visitor, locale, tx }) => {
    const operator = requireOperator(visitor, 'handle_payouts');
    if (!operator.ok) return operator;
    const { userId: operatorId } = operator.value;
    const shown = await showProof(deps, tx, { reference, operatorId, isShown: body.is_shown });
    return shown.ok ? await shownAfter(deps, tx, reference, { operatorId, locale }) : shown;
  }),
  route(officeGetTaskProof, async ({ params, visitor }) => {
    const operator = requireOperator(visitor, 'handle_payouts');
    if (!operator.ok) return operator;
    const task = await findTask(deps.db, params.id);
    const file = task && (await readProof(deps, task));
    if (!file) return refuse({ code: 'not_found' });
    await deps.db.tx(async (tx) => await noteProof(deps, tx, { task, action: 'view_proof', operatorId: operator.value.userId }));
    return accept(file);
  }),
];

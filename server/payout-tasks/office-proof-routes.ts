import { officeAddTaskProof, officeGetTaskProof, officeShowTaskProof } from '#contract/office/money/payout-tasks.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route, routeAfter } from '#server/platform/http/route.ts';
import { taskResponse } from './present-task.ts';
import { addProof, storeProof, auditProof, readProof, showProof } from './proof.ts';
import { findTask } from './store.ts';

/** Operator routes for proofs of payment (bank documents) of manual payouts. */
export const officeProofRoutes = (deps: Deps): Route[] => [
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
  route(officeGetTaskProof, async ({ params, visitor: operator }) => {
    const task = await findTask(deps.db, params.id);
    const file = task && (await readProof(deps, task));
    if (!file) return refuse({ code: 'not_found' });
    await deps.db.tx(async (tx) => await auditProof(deps, tx, { task, action: 'view_proof', operatorId: operator.userId }));
    return accept(file);
  }),
];

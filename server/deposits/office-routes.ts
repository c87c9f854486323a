import { officeRecordObservation } from '#contract/office-observations.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { requireOperator } from '#server/operators/require-operator.ts';
import { readOfficeOrder } from '#server/desk/order-detail.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { recordObservation } from './record-observation.ts';

/** What operators say about money coming in. */
export const officeDepositRoutes = (deps: Deps): Route[] => [
  route(officeRecordObservation, async ({ params, body, visitor, locale, tx }) => {
    const operator = requireOperator(visitor, 'record_observation');
    if (!operator.ok) return operator;
    const recorded = await recordObservation(deps, tx, {
      orderId: params.id,
      version: body.version,
      amount: body.amount,
      reference: body.reference,
      seenAt: body.seen_at ?? undefined,
      note: body.note,
      beyondRail: body.beyond_rail === true,
      operatorId: operator.value.userId,
    });
    if (!recorded.ok) return recorded;
    const attributes = await readOfficeOrder(deps, tx, { orderId: params.id, locale, operator: operator.value });
    if (!attributes) return refuse({ code: 'not_found' });
    const { state } = recorded.value;
    const approvalId = recorded.value.state === 'proposed' ? recorded.value.approvalId : null;
    return accept({ data: { type: 'orders', id: params.id, attributes }, meta: { state, approval_id: approvalId } });
  }),
];

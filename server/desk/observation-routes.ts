import { officeRecordObservation } from '#contract/office/orders/observations.ts';
import { accept } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordObservation } from '#server/deposits/record-observation.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { officeOrderResponse } from './order-detail.ts';

/** Office routes for incoming payments that an operator reports. */
export const officeObservationRoutes = (deps: Deps): Route[] => [
  route(officeRecordObservation, async ({ params, body, visitor: operator, locale, tx }) => {
    const recorded = await recordObservation(deps, tx, {
      orderId: params.id,
      version: body.version,
      amount: body.amount,
      reference: body.reference,
      seenAt: body.seen_at ?? undefined,
      note: body.note,
      beyondRail: body.beyond_rail === true,
      isAnother: body.is_another === true,
      operatorId: operator.userId,
    });
    if (!recorded.ok) return recorded;
    const response = await officeOrderResponse(deps, tx, { id: params.id, locale, operator: operator });
    if (!response.ok) return response;
    const { state } = recorded.value;
    const approvalId = recorded.value.state === 'proposed' ? recorded.value.approvalId : null;
    return accept({ ...response.value, meta: { state, approval_id: approvalId } });
  }),
];

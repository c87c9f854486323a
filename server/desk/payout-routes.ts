import {
  officeAskDestination,
  officeAskRefundDestination,
  officeCorrectDestination,
  officeEndPayout,
  officeGiveBackPayout,
  officeRetryRefund,
  officeRevealDestination,
  officeSetRefundDestination,
  officeTakePayout,
} from '#contract/office/money/payouts.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { officeOrderResponse } from './order-detail.ts';
import { proposeDestination } from '#server/payouts/by-hand/correct-destination.ts';
import { endPayout } from '#server/payouts/by-hand/end-payout.ts';
import { requestRefundDestination, proposeRefundDestination, retryRefund } from '#server/payouts/by-hand/refund-destination.ts';
import { requestDestination } from '#server/payouts/corrections/request-destination.ts';
import { releaseByHand, revealDestination, takeByHand } from '#server/payouts/by-hand/take-by-hand.ts';

const takeRoutes = (deps: Deps): Route[] => [
  route(officeTakePayout, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const { userId: operatorId } = operator;
    const taken = await takeByHand(deps, tx, { orderId: id, version: body.version, purpose: body.purpose, operatorId });
    return taken.ok ? await officeOrderResponse(deps, tx, { id, locale, operator }) : taken;
  }),
  route(officeGiveBackPayout, async ({ params: { id, payout_id: payoutId }, body, visitor: operator, locale, tx }) => {
    const { userId: operatorId } = operator;
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const returned = await releaseByHand(deps, tx, { orderId: id, version: body.version, payoutId, note, operatorId });
    return returned.ok ? await officeOrderResponse(deps, tx, { id, locale, operator }) : returned;
  }),
  route(officeRevealDestination, async ({ params: { id, payout_id: payoutId }, visitor: operator, tx }) => {
    const revealed = await revealDestination(deps, tx, { orderId: id, payoutId, operatorId: operator.userId });
    return revealed.ok ? accept({ data: { type: 'destinations', id: payoutId, attributes: { requisites: revealed.value } } }) : revealed;
  }),
];

const endRoute = (deps: Deps): Route =>
  route(officeEndPayout, async ({ params: { id, payout_id: payoutId }, body, visitor: operator, locale, tx }) => {
    const { userId: operatorId } = operator;
    const ended = await endPayout(deps, tx, { ...body, orderId: id, payoutId, operatorId });
    return ended.ok ? await officeOrderResponse(deps, tx, { id, locale, operator }) : ended;
  });

const refundRoutes = (deps: Deps): Route[] => [
  route(officeRetryRefund, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const retried = await retryRefund(deps, tx, { orderId: id, version: body.version, operatorId: operator.userId });
    return retried.ok ? await officeOrderResponse(deps, tx, { id, locale, operator }) : retried;
  }),
  route(officeSetRefundDestination, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const proposed = await proposeRefundDestination(deps, tx, {
      orderId: id,
      version: body.version,
      requisites: body.refund_requisites,
      noMemo: body.no_memo === true,
      note,
      operatorId: operator.userId,
    });
    return proposed.ok ? await officeOrderResponse(deps, tx, { id, locale, operator }) : proposed;
  }),
  route(officeAskRefundDestination, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const requested = await requestRefundDestination(deps, tx, { orderId: id, version: body.version, note, operatorId: operator.userId });
    return requested.ok ? await officeOrderResponse(deps, tx, { id, locale, operator }) : requested;
  }),
];

const correctRoutes = (deps: Deps): Route[] => [
  route(officeAskDestination, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const requested = await requestDestination(deps, tx, { orderId: id, version: body.version, note, operatorId: operator.userId });
    return requested.ok ? await officeOrderResponse(deps, tx, { id, locale, operator }) : requested;
  }),
  route(officeCorrectDestination, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const { userId: operatorId } = operator;
    const correction = { orderId: id, version: body.version, requisites: body.requisites, noMemo: body.no_memo === true, note, operatorId };
    const proposed = await proposeDestination(deps, tx, correction);
    return proposed.ok ? await officeOrderResponse(deps, tx, { id, locale, operator }) : proposed;
  }),
];

/**
 * Office routes about payouts and refunds: take and return one, end one with evidence, retry,
 * change the destination.
 */
export const officePayoutRoutes = (deps: Deps): Route[] => [
  ...takeRoutes(deps),
  endRoute(deps),
  ...refundRoutes(deps),
  ...correctRoutes(deps),
];

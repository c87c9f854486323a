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
} from '#contract/office-payouts.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { officeOrderAfter } from './order-detail.ts';
import { proposeDestination } from '#server/payouts/by-hand/correct-destination.ts';
import { endPayout } from '#server/payouts/by-hand/end-payout.ts';
import { askRefundDestination, proposeRefundDestination, retryRefund } from '#server/payouts/by-hand/refund-destination.ts';
import { askDestination } from '#server/payouts/corrections/ask-destination.ts';
import { revealDestination } from '#server/payouts/by-hand/reveal-destination.ts';
import { giveBack, takeByHand } from '#server/payouts/by-hand/take-by-hand.ts';

const takeRoutes = (deps: Deps): Route[] => [
  route(officeTakePayout, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const { userId: operatorId } = operator;
    const taken = await takeByHand(deps, tx, { orderId: id, version: body.version, purpose: body.purpose, operatorId });
    return taken.ok ? await officeOrderAfter(deps, tx, { id, locale, operator: operator }) : taken;
  }),
  route(officeGiveBackPayout, async ({ params: { id, payout_id: payoutId }, body, visitor: operator, locale, tx }) => {
    const { userId: operatorId } = operator;
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const given = await giveBack(deps, tx, { orderId: id, version: body.version, payoutId, note, operatorId });
    return given.ok ? await officeOrderAfter(deps, tx, { id, locale, operator: operator }) : given;
  }),
  route(officeRevealDestination, async ({ params: { id, payout_id: payoutId }, visitor: operator, tx }) => {
    const shown = await revealDestination(deps, tx, { orderId: id, payoutId, operatorId: operator.userId });
    return shown.ok ? accept({ data: { type: 'destinations', id: payoutId, attributes: { requisites: shown.value } } }) : shown;
  }),
];

const endRoute = (deps: Deps): Route =>
  route(officeEndPayout, async ({ params: { id, payout_id: payoutId }, body, visitor: operator, locale, tx }) => {
    const { userId: operatorId } = operator;
    const ended = await endPayout(deps, tx, { ...body, orderId: id, payoutId, operatorId });
    return ended.ok ? await officeOrderAfter(deps, tx, { id, locale, operator: operator }) : ended;
  });

const refundRoutes = (deps: Deps): Route[] => [
  route(officeRetryRefund, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const tried = await retryRefund(deps, tx, { orderId: id, version: body.version, operatorId: operator.userId });
    return tried.ok ? await officeOrderAfter(deps, tx, { id, locale, operator: operator }) : tried;
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
    return proposed.ok ? await officeOrderAfter(deps, tx, { id, locale, operator: operator }) : proposed;
  }),
  route(officeAskRefundDestination, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const asked = await askRefundDestination(deps, tx, { orderId: id, version: body.version, note, operatorId: operator.userId });
    return asked.ok ? await officeOrderAfter(deps, tx, { id, locale, operator: operator }) : asked;
  }),
];

const correctRoutes = (deps: Deps): Route[] => [
  route(officeAskDestination, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const asked = await askDestination(deps, tx, { orderId: id, version: body.version, note, operatorId: operator.userId });
    return asked.ok ? await officeOrderAfter(deps, tx, { id, locale, operator: operator }) : asked;
  }),
  route(officeCorrectDestination, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const { userId: operatorId } = operator;
    const correction = { orderId: id, version: body.version, requisites: body.requisites, noMemo: body.no_memo === true, note, operatorId };
    const proposed = await proposeDestination(deps, tx, correction);
    return proposed.ok ? await officeOrderAfter(deps, tx, { id, locale, operator: operator }) : proposed;
  }),
];

/** The operators' calls about payouts and refunds: in hand and back, ended with evidence, tried again, sent elsewhere. */
export const officePayoutRoutes = (deps: Deps): Route[] => [
  ...takeRoutes(deps),
  endRoute(deps),
  ...refundRoutes(deps),
  ...correctRoutes(deps),
];

import { officeGetCustomer, officeNoteCustomer } from '#contract/office/customers/customers.ts';
import { officeExtendOrder, officeResendLink, officeWriteToCustomer } from '#contract/office/orders/actions.ts';
import { officeRecordObservation } from '#contract/office/orders/observations.ts';
import { audiencesOf } from '#core/customer/customer.ts';
import { accept, refuse } from '#core/result.ts';
import { recordObservation } from '#server/deposits/record-observation.ts';
import type { Deps } from '#server/deps.ts';
import { findOrder } from '#server/orders/queries.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { addCustomerNote, readCustomer } from './customer.ts';
import { extendOrder } from './extend-order.ts';
import { officeOrderResponse } from './order-detail.ts';
import { resendLink, sendMessage } from './write-to-customer.ts';

const mailRoutes = (deps: Deps): Route[] => [
  route(officeWriteToCustomer, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const sent = await sendMessage(deps, tx, { orderId: id, text: body.text, operatorId: operator.userId });
    return sent.ok ? await officeOrderResponse(deps, tx, { id, locale, operator }) : sent;
  }),
  route(officeResendLink, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const email = body.email?.trim() ?? '';
    const sent = await resendLink(deps, tx, {
      orderId: id,
      version: body.version,
      email: email === '' ? undefined : email,
      note: body.note?.trim() ?? '',
      operatorId: operator.userId,
    });
    if (!sent.ok) return sent;
    const response = await officeOrderResponse(deps, tx, { id, locale, operator });
    return response.ok ? accept({ ...response.value, meta: { approval_id: sent.value.approvalId } }) : response;
  }),
];

const extendRoute = (deps: Deps): Route =>
  route(officeExtendOrder, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const extended = await extendOrder(deps, tx, {
      orderId: id,
      version: body.version,
      minutes: body.minutes,
      withRate: body.with_rate,
      note,
      operatorId: operator.userId,
    });
    if (!extended.ok) return extended;
    const response = await officeOrderResponse(deps, tx, { id, locale, operator });
    return response.ok ? accept({ ...response.value, meta: { approval_id: extended.value.approvalId } }) : response;
  });

/** Office routes that move no money: mails to the customer, more time to pay. */
export const officeOrderActionRoutes = (deps: Deps): Route[] => [...mailRoutes(deps), extendRoute(deps)];

/** Office routes about the customer of an order. */
export const officeCustomerRoutes = (deps: Deps): Route[] => [
  route(officeGetCustomer, async ({ params: { id }, visitor: operator, locale }) => {
    const order = await findOrder(deps.db, id);
    if (!order) return refuse({ code: 'not_found' });
    const attributes = await readCustomer(deps, deps.db, order, { role: operator.role, locale });
    return accept({ data: { type: 'customers', id, attributes } });
  }),
  route(officeNoteCustomer, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const { role, userId: operatorId } = operator;
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    if (!audiencesOf(role).includes(body.audience)) return refuse({ code: 'access_denied' });
    const added = await addCustomerNote(deps, tx, { orderId: id, note, audience: body.audience, operatorId });
    if (!added.ok) return added;
    const attributes = await readCustomer(deps, tx, added.value, { role, locale });
    return accept({ data: { type: 'customers', id, attributes } });
  }),
];

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
    const response = await officeOrderResponse(deps, tx, { id: params.id, locale, operator });
    if (!response.ok) return response;
    const { state } = recorded.value;
    const approvalId = recorded.value.state === 'proposed' ? recorded.value.approvalId : null;
    return accept({ ...response.value, meta: { state, approval_id: approvalId } });
  }),
];

import { officeExtendOrder, officeResendLink, officeWriteToCustomer } from '#contract/office/orders/actions.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { extendOrder } from './extend-order.ts';
import { officeOrderResponse } from './order-detail.ts';
import { resendLink, sendMessage } from './write-to-customer.ts';

const mailRoutes = (deps: Deps): Route[] => [
  route(officeWriteToCustomer, async ({ params: { id }, body, visitor: operator, locale, tx }) => {
    const sent = await sendMessage(deps, tx, { orderId: id, text: body.text, operatorId: operator.userId });
    return sent.ok ? await officeOrderResponse(deps, tx, { id, locale, operator: operator }) : sent;
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
    const response = await officeOrderResponse(deps, tx, { id, locale, operator: operator });
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
    const response = await officeOrderResponse(deps, tx, { id, locale, operator: operator });
    return response.ok ? accept({ ...response.value, meta: { approval_id: extended.value.approvalId } }) : response;
  });

/** Office routes that move no money: mails to the customer, more time to pay. */
export const officeOrderActionRoutes = (deps: Deps): Route[] => [...mailRoutes(deps), extendRoute(deps)];

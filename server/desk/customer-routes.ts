import { officeGetCustomer, officeNoteCustomer } from '#contract/office/customers/customers.ts';
import { audiencesOf } from '#core/customer/customer.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { findOrder } from '#server/orders/queries.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { addCustomerNote, readCustomer } from './customer.ts';

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

import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Deps } from '#server/deps.ts';
import { presentOrders } from '#server/partners/partner-routes.ts';
import { readPageRequest } from '#server/platform/http/pagination.ts';

const positiveNumber = z.string().regex(/^[1-9]\d{0,6}$/);
const OrdersQuery = z.object({ user: z.uuid(), page: positiveNumber, per: positiveNumber });

/** A partner's test orders, for the account and the office; called by the shop only. */
export async function sandboxOrders(app: FastifyInstance, deps: Pick<Deps, 'db' | 'catalogue'>): Promise<void> {
  app.get('/orders-of-partner', async (request, reply) => {
    const parsed = OrdersQuery.safeParse(request.query);
    if (!parsed.success) return reply.code(404).send();
    const { user, ...query } = parsed.data;
    const { data, page } = await presentOrders(deps, user, readPageRequest({ query, from: undefined }), 'sandbox');
    return await reply.type('application/json').send(JSON.stringify({ data, total: page.total }));
  });
}

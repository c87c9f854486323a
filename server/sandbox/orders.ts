import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Deps } from '#server/deps.ts';
import { presentOrders } from '#server/partners/partner-routes.ts';
import { pageOf } from '#server/platform/http/page-of.ts';

const number = z.string().regex(/^[1-9]\d{0,6}$/);
const Asked = z.object({ user: z.uuid(), page: number, per: number });

/** A partner's test orders, for his account and the office; asked by the shop alone. */
export async function sandboxOrders(app: FastifyInstance, deps: Pick<Deps, 'db' | 'catalogue'>): Promise<void> {
  app.get('/orders-of-partner', async (request, reply) => {
    const asked = Asked.safeParse(request.query);
    if (!asked.success) return reply.code(404).send();
    const { user, ...query } = asked.data;
    const { data, page } = await presentOrders(deps, user, pageOf({ query, from: undefined }), 'sandbox');
    return await reply.type('application/json').send(JSON.stringify({ data, total: page.total }));
  });
}

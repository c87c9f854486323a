import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  pauseWebhook,
  pingWebhook,
  replayWebhook,
  replayWebhookDelivery,
  resumeWebhook,
  rotateWebhookSecret,
} from '#contract/partner/webhooks.ts';
import { isOperatorRole } from '#core/access/access.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route, type SignedIn } from '#server/platform/http/route.ts';
import { requireFresh } from '#server/sessions/visitor.ts';
import * as deliveries from './delivery-store.ts';
import { listEndpoints, lockEndpoint } from './endpoint-store.ts';
import { type EventDeps, createPing } from './make-event.ts';
import * as manage from './manage-endpoints.ts';
import { deliveryDetail, presentDelivery, presentWebhook } from './present.ts';

type RouteDeps = Pick<Deps, 'db' | 'random' | 'secrets' | 'settings'> & EventDeps;

/**
 * Requires a customer who confirmed their identity recently, because an endpoint receives other people's orders. Operators cannot be
 * partners.
 */
function requireEndpointOwner(deps: RouteDeps, visitor: SignedIn): Result<null, 'access_denied' | 'fresh_factor_required'> {
  return isOperatorRole(visitor.role) ? refuse({ code: 'access_denied' }) : requireFresh(visitor, deps.clock.now());
}

async function endpointReply(tx: Tx, { row, secret }: manage.EndpointView) {
  const counts = (await deliveries.deliveryCounts(tx, [row.id])).get(row.id);
  return accept({ data: presentWebhook(row, counts, secret) });
}

/** Creating, changing and deleting endpoints. */
function endpointRoutes(deps: RouteDeps): Route[] {
  return [
    route(listWebhooks, async ({ visitor }) => {
      const rows = await listEndpoints(deps.db, visitor.userId);
      const counts = await deliveries.deliveryCounts(
        deps.db,
        rows.map(({ id }) => id),
      );
      return accept({ data: rows.map((row) => presentWebhook(row, counts.get(row.id))) });
    }),
    route(createWebhook, async ({ visitor, tx, body: { url, mode, events } }) => {
      const permission = requireEndpointOwner(deps, visitor);
      if (!permission.ok) return permission;
      const created = await manage.createEndpoint(deps, tx, { userId: visitor.userId, url, mode, topics: events });
      return created.ok ? await endpointReply(tx, created.value) : created;
    }),
    route(changeWebhook, async ({ visitor, tx, params, body: { url, events } }) => {
      const permission = requireFresh(visitor, deps.clock.now());
      if (!permission.ok) return permission;
      const changed = await manage.updateEndpoint(deps, tx, { id: params.id, userId: visitor.userId, url, topics: events });
      return changed.ok ? await endpointReply(tx, changed.value) : changed;
    }),
    route(rotateWebhookSecret, async ({ visitor, tx, params }) => {
      const permission = requireFresh(visitor, deps.clock.now());
      if (!permission.ok) return permission;
      const rotated = await manage.rotateSecret(deps, tx, { id: params.id, userId: visitor.userId });
      return rotated.ok ? await endpointReply(tx, rotated.value) : rotated;
    }),
    // Without a recent confirmation: the owner of a lost server must be able to stop deliveries at once
    route(pauseWebhook, async ({ visitor, tx, params }) => {
      const paused = await manage.pauseEndpoint(deps, tx, { id: params.id, userId: visitor.userId });
      return paused.ok ? await endpointReply(tx, paused.value) : paused;
    }),
    route(resumeWebhook, async ({ visitor, tx, params }) => {
      const resumed = await manage.resumeEndpoint(deps, tx, { id: params.id, userId: visitor.userId });
      return resumed.ok ? await endpointReply(tx, resumed.value) : resumed;
    }),
    route(deleteWebhook, async ({ visitor, tx, params }) => {
      const ended = await manage.deleteEndpoint(tx, { id: params.id, userId: visitor.userId });
      return ended.ok ? accept({}) : ended;
    }),
  ];
}

/** Deliveries and sending them again. */
const deliveryRoutes = (deps: RouteDeps): Route[] => [
  route(pingWebhook, async ({ visitor, tx, params }) => {
    const endpoint = await lockEndpoint(tx, params.id, visitor.userId);
    if (endpoint === undefined) return refuse({ code: 'not_found' });
    if (endpoint.paused_by === 'office') return refuse({ code: 'access_denied', message: 'webhook_paused_by_office' });
    const ping = { userId: visitor.userId, endpointId: endpoint.id, isSandbox: endpoint.mode === 'sandbox' };
    const [id = ''] = await createPing(deps, tx, ping);
    const row = await deliveries.findDelivery(tx, id, visitor.userId);
    return row === undefined ? refuse({ code: 'not_found' }) : accept({ data: presentDelivery(row) });
  }),
  route(replayWebhook, async ({ visitor, tx, params, body }) => {
    const endpoint = await lockEndpoint(tx, params.id, visitor.userId);
    if (endpoint === undefined) return refuse({ code: 'not_found' });
    const replayed = await deliveries.replayFailed(tx, endpoint.id, { since: new Date(body.since), now: deps.clock.now() });
    const counts = (await deliveries.deliveryCounts(tx, [endpoint.id])).get(endpoint.id);
    return accept({ data: presentWebhook(endpoint, counts), meta: { replayed } });
  }),
  route(listWebhookDeliveries, async (call) => {
    const { state, webhook } = call.query;
    const filter = { userId: call.visitor.userId, state, endpointId: webhook };
    const page = readPageRequest(call);
    const [{ rows, ends }, total] = [
      await deliveries.listDeliveries(deps.db, filter, page),
      await deliveries.countDeliveries(deps.db, filter, page.maxCounted),
    ];
    return accept({ data: rows.map(presentDelivery), page: pageInfo(page, total, ends) });
  }),
  route(getWebhookDelivery, async ({ visitor, params }) => {
    const row = await deliveries.findDelivery(deps.db, params.id, visitor.userId);
    if (row === undefined) return refuse({ code: 'not_found' });
    return accept({ data: { type: 'webhook_deliveries', id: row.id, attributes: await deliveryDetail(deps.db, row) } });
  }),
  route(replayWebhookDelivery, async ({ visitor, tx, params }) => {
    const delivery = await deliveries.findDelivery(tx, params.id, visitor.userId);
    if (delivery === undefined) return refuse({ code: 'not_found' });
    await deliveries.replayOne(tx, delivery.id, deps.clock.now());
    const row = await deliveries.findDelivery(tx, delivery.id, visitor.userId);
    return row === undefined ? refuse({ code: 'not_found' }) : accept({ data: presentDelivery(row) });
  }),
];

/** The account's endpoints for its partner webhooks. */
export const webhookRoutes = (deps: RouteDeps): Route[] => [...endpointRoutes(deps), ...deliveryRoutes(deps)];

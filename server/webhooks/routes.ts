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
} from '#contract/webhooks.ts';
import { isOperatorRole } from '#core/access.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { pageMeta, pageOf } from '#server/platform/http/page-of.ts';
import { type Route, route, type SignedIn } from '#server/platform/http/route.ts';
import { requireFresh } from '#server/sessions/require-fresh.ts';
import * as deliveries from './delivery-store.ts';
import { listEndpoints, lockEndpoint } from './endpoint-store.ts';
import { type EventDeps, makePing } from './make-event.ts';
import * as manage from './manage-endpoints.ts';
import { deliveryDetail, presentDelivery, presentWebhook } from './present.ts';

type RouteDeps = Pick<Deps, 'db' | 'random' | 'secrets' | 'settings'> & EventDeps;

/** A customer who has just proved who he is: an endpoint is told of orders of other people. Who works here is no partner. */
function keeper(deps: RouteDeps, visitor: SignedIn): Result<null, 'access_denied' | 'fresh_factor_required'> {
  return isOperatorRole(visitor.role) ? refuse({ code: 'access_denied' }) : requireFresh(visitor, deps.clock.now());
}

async function show(tx: Tx, { row, secret }: manage.ShownEndpoint) {
  const tally = (await deliveries.tallies(tx, [row.id])).get(row.id);
  return accept({ data: presentWebhook(row, tally, secret) });
}

/** Making, changing and ending endpoints. */
function endpointRoutes(deps: RouteDeps): Route[] {
  return [
    route(listWebhooks, async ({ visitor }) => {
      const rows = await listEndpoints(deps.db, visitor.userId);
      const tallies = await deliveries.tallies(
        deps.db,
        rows.map(({ id }) => id),
      );
      return accept({ data: rows.map((row) => presentWebhook(row, tallies.get(row.id))) });
    }),
    route(createWebhook, async ({ visitor, tx, body: { url, mode, events } }) => {
      const fresh = keeper(deps, visitor);
      if (!fresh.ok) return fresh;
      const made = await manage.makeEndpoint(deps, tx, { userId: visitor.userId, url, mode, topics: events });
      return made.ok ? await show(tx, made.value) : made;
    }),
    route(changeWebhook, async ({ visitor, tx, params, body: { url, events } }) => {
      const fresh = requireFresh(visitor, deps.clock.now());
      if (!fresh.ok) return fresh;
      const changed = await manage.changeEndpoint(deps, tx, { id: params.id, userId: visitor.userId, url, topics: events });
      return changed.ok ? await show(tx, changed.value) : changed;
    }),
    route(rotateWebhookSecret, async ({ visitor, tx, params }) => {
      const fresh = requireFresh(visitor, deps.clock.now());
      if (!fresh.ok) return fresh;
      const rotated = await manage.rotateSecret(deps, tx, { id: params.id, userId: visitor.userId });
      return rotated.ok ? await show(tx, rotated.value) : rotated;
    }),
    // Without a fresh proof: whoever has lost a server must be able to end it at once
    route(pauseWebhook, async ({ visitor, tx, params }) => {
      const paused = await manage.pauseEndpoint(deps, tx, { id: params.id, userId: visitor.userId });
      return paused.ok ? await show(tx, paused.value) : paused;
    }),
    route(resumeWebhook, async ({ visitor, tx, params }) => {
      const resumed = await manage.resumeEndpoint(deps, tx, { id: params.id, userId: visitor.userId });
      return resumed.ok ? await show(tx, resumed.value) : resumed;
    }),
    route(deleteWebhook, async ({ visitor, tx, params }) => {
      const ended = await manage.deleteEndpoint(tx, { id: params.id, userId: visitor.userId });
      return ended.ok ? accept({}) : ended;
    }),
  ];
}

/** What was sent, and sending again. */
const deliveryRoutes = (deps: RouteDeps): Route[] => [
  route(pingWebhook, async ({ visitor, tx, params }) => {
    const endpoint = await lockEndpoint(tx, params.id, visitor.userId);
    if (endpoint === undefined) return refuse({ code: 'not_found' });
    if (endpoint.paused_by === 'office') return refuse({ code: 'access_denied', message: 'webhook_paused_by_office' });
    const ping = { userId: visitor.userId, endpointId: endpoint.id, isSandbox: endpoint.mode === 'sandbox' };
    const [id = ''] = await makePing(deps, tx, ping);
    const row = await deliveries.findDelivery(tx, id, visitor.userId);
    return row === undefined ? refuse({ code: 'not_found' }) : accept({ data: presentDelivery(row) });
  }),
  route(replayWebhook, async ({ visitor, tx, params, body }) => {
    const endpoint = await lockEndpoint(tx, params.id, visitor.userId);
    if (endpoint === undefined) return refuse({ code: 'not_found' });
    const replayed = await deliveries.replayFailed(tx, endpoint.id, { since: new Date(body.since), now: deps.clock.now() });
    const tally = (await deliveries.tallies(tx, [endpoint.id])).get(endpoint.id);
    return accept({ data: presentWebhook(endpoint, tally), meta: { replayed } });
  }),
  route(listWebhookDeliveries, async (call) => {
    const { state, webhook } = call.query;
    const wanted = { userId: call.visitor.userId, state, endpointId: webhook };
    const page = pageOf(call);
    const [{ rows, ends }, total] = [
      await deliveries.listDeliveries(deps.db, wanted, page),
      await deliveries.countDeliveries(deps.db, wanted, page.most),
    ];
    return accept({ data: rows.map(presentDelivery), page: pageMeta(page, total, ends) });
  }),
  route(getWebhookDelivery, async ({ visitor, params }) => {
    const row = await deliveries.findDelivery(deps.db, params.id, visitor.userId);
    if (row === undefined) return refuse({ code: 'not_found' });
    return accept({ data: { type: 'webhook_deliveries', id: row.id, attributes: await deliveryDetail(deps.db, row) } });
  }),
  route(replayWebhookDelivery, async ({ visitor, tx, params }) => {
    const own = await deliveries.findDelivery(tx, params.id, visitor.userId);
    if (own === undefined) return refuse({ code: 'not_found' });
    await deliveries.replayOne(tx, own.id, deps.clock.now());
    const row = await deliveries.findDelivery(tx, own.id, visitor.userId);
    return row === undefined ? refuse({ code: 'not_found' }) : accept({ data: presentDelivery(row) });
  }),
];

/** What an account does with the servers that are told of its partner API's orders. */
export const webhookRoutes = (deps: RouteDeps): Route[] => [...endpointRoutes(deps), ...deliveryRoutes(deps)];

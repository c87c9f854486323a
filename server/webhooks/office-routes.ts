import type { Resource } from '#contract/document.ts';
import {
  officeListWebhookDeliveries,
  officeListWebhooks,
  officePauseWebhook,
  officeReplayWebhookDelivery,
  officeResumeWebhook,
  type OfficeWebhookAttributes,
  type OfficeWebhookDeliveryAttributes,
} from '#contract/office/customers/webhooks.ts';
import type { AuditAction } from '#core/staff/audit-action.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import * as deliveries from './delivery-store.ts';
import { lockEndpoint, pause, resume } from './endpoint-store.ts';
import { queueEndpointMail } from './endpoint-emails.ts';
import { countOfficeEndpoints, findOfficeEndpoint, listOfficeEndpoints, type OfficeRow } from './office-store.ts';
import { deliveryAttributes, presentWebhook } from './present.ts';

type OfficeDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets'>;

const presentEndpoint = (row: OfficeRow, counts: deliveries.DeliveryCounts | undefined): Resource<OfficeWebhookAttributes> => ({
  type: 'webhooks',
  id: row.id,
  attributes: { ...presentWebhook(row, counts).attributes, owner: row.owner, health: row.health },
});

const presentOfficeDelivery = (row: deliveries.DeliveryRow): Resource<OfficeWebhookDeliveryAttributes> => ({
  type: 'webhook_deliveries',
  id: row.id,
  attributes: { ...deliveryAttributes(row), owner: row.owner },
});

async function endpointReply(db: Queryable, id: string) {
  const row = await findOfficeEndpoint(db, id);
  if (row === undefined) return refuse({ code: 'not_found' });
  return accept({ data: presentEndpoint(row, (await deliveries.deliveryCounts(db, [id])).get(id)) });
}

interface AuditEntry {
  readonly actorId: string;
  readonly action: AuditAction;
  readonly id: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Owner of the endpoint; the entry concerns the owner, also after the endpoint is deleted. */
  readonly ownerId?: string;
}

const audit = (deps: OfficeDeps, tx: Tx, entry: AuditEntry) =>
  recordAudit(deps, tx, {
    actorId: entry.actorId,
    action: entry.action,
    subjectType: 'webhook',
    subjectId: entry.id,
    detail: entry.detail,
    ...(entry.ownerId === undefined ? {} : { keySubject: { type: 'user', id: entry.ownerId } }),
  });

/** Listing, pausing and resuming endpoints. */
const endpointRoutes = (deps: OfficeDeps): Route[] => [
  route(officeListWebhooks, async (call) => {
    const filter = { health: call.query.health, q: call.query.q?.trim() };
    const page = readPageRequest(call);
    const [{ rows, ends }, total] = await Promise.all([
      listOfficeEndpoints(deps.db, filter, page),
      countOfficeEndpoints(deps.db, filter, page.maxCounted),
    ]);
    const counts = await deliveries.deliveryCounts(
      deps.db,
      rows.map(({ id }) => id),
    );
    return accept({ data: rows.map((row) => presentEndpoint(row, counts.get(row.id))), page: pageInfo(page, total, ends) });
  }),
  route(officePauseWebhook, async ({ visitor, tx, params: { id }, body }) => {
    const reason = body.note.trim();
    if (reason === '') return refuse({ code: 'required', field: 'note' });
    const row = await lockEndpoint(tx, id);
    if (row === undefined) return refuse({ code: 'not_found' });
    if (row.paused_by === 'office') return refuse({ code: 'order_state_conflict', message: 'webhook_paused_already' });
    // Replaces any other pause, so that only the office can resume it
    await resume(tx, id, deps.clock.now());
    await pause(tx, id, { by: 'office', reason, now: deps.clock.now() });
    await queueEndpointMail(deps, tx, { id, topic: 'office' });
    const detail = { url: row.url, note: reason };
    await audit(deps, tx, { actorId: visitor.userId, action: 'webhook.pause', id, detail, ownerId: row.user_id });
    return await endpointReply(tx, id);
  }),
  route(officeResumeWebhook, async ({ visitor, tx, params: { id } }) => {
    const row = await lockEndpoint(tx, id);
    if (row === undefined) return refuse({ code: 'not_found' });
    if (row.paused_by === null) return refuse({ code: 'order_state_conflict', message: 'webhook_goes_on' });
    await resume(tx, id, deps.clock.now());
    await audit(deps, tx, { actorId: visitor.userId, action: 'webhook.resume', id, detail: { url: row.url, paused_by: row.paused_by } });
    return await endpointReply(tx, id);
  }),
];

/** The office's endpoints about partners' webhooks. */
export const officeWebhookRoutes = (deps: OfficeDeps): Route[] => [
  ...endpointRoutes(deps),
  route(officeListWebhookDeliveries, async (call) => {
    const filter = { state: call.query.state ?? 'failed', q: call.query.q?.trim() };
    const page = readPageRequest(call);
    const [{ rows, ends }, total, meta] = await Promise.all([
      deliveries.listDeliveries(deps.db, filter, page),
      deliveries.countDeliveries(deps.db, filter, page.maxCounted),
      deliveries.countAllDeliveries(deps.db),
    ]);
    return accept({ data: rows.map(presentOfficeDelivery), page: pageInfo(page, total, ends), meta });
  }),
  route(officeReplayWebhookDelivery, async ({ visitor, tx, params }) => {
    const delivery = await deliveries.findDelivery(tx, params.id);
    if (delivery === undefined) return refuse({ code: 'not_found' });
    const replayed = await deliveries.replayOne(tx, delivery.id, deps.clock.now());
    const detail = { event_id: delivery.event_id, url: delivery.url };
    if (replayed > 0) await audit(deps, tx, { actorId: visitor.userId, action: 'webhook.replay', id: delivery.endpoint_id, detail });
    const row = await deliveries.findDelivery(tx, delivery.id);
    return row === undefined ? refuse({ code: 'not_found' }) : accept({ data: presentOfficeDelivery(row) });
  }),
];

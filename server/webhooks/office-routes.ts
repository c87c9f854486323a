import type { Resource } from '#contract/document.ts';
import {
  officeListWebhookDeliveries,
  officeListWebhooks,
  officePauseWebhook,
  officeReplayWebhookDelivery,
  officeResumeWebhook,
  type OfficeWebhookAttributes,
  type OfficeWebhookDeliveryAttributes,
} from '#contract/office-webhooks.ts';
import type { AuditAction } from '#core/audit-action.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { pageMeta, pageOf } from '#server/platform/http/page-of.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import * as deliveries from './delivery-store.ts';
import { lockEndpoint, pause, resume } from './endpoint-store.ts';
import { noteEndpointLetter } from './endpoint-letters.ts';
import { countAll, findOne, listAll, type OfficeRow } from './office-store.ts';
import { deliveryAttributes, presentWebhook } from './present.ts';

type OfficeDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets'>;

const presentOne = (row: OfficeRow, tally: deliveries.Tally | undefined): Resource<OfficeWebhookAttributes> => ({
  type: 'webhooks',
  id: row.id,
  attributes: { ...presentWebhook(row, tally).attributes, owner: row.owner, health: row.health },
});

const presentSent = (row: deliveries.DeliveryRow): Resource<OfficeWebhookDeliveryAttributes> => ({
  type: 'webhook_deliveries',
  id: row.id,
  attributes: { ...deliveryAttributes(row), owner: row.owner },
});

async function shown(db: Queryable, id: string) {
  const row = await findOne(db, id);
  if (row === undefined) return refuse({ code: 'not_found' });
  return accept({ data: presentOne(row, (await deliveries.tallies(db, [id])).get(id)) });
}

interface Deed {
  readonly actorId: string;
  readonly action: AuditAction;
  readonly id: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Whose address it is: what is said about it is about him, also when the address is gone. */
  readonly ownerId?: string;
}

const note = (deps: OfficeDeps, tx: Tx, deed: Deed) =>
  recordAudit(deps, tx, {
    actorId: deed.actorId,
    action: deed.action,
    subjectType: 'webhook',
    subjectId: deed.id,
    detail: deed.detail,
    ...(deed.ownerId === undefined ? {} : { wordsOf: { type: 'user', id: deed.ownerId } }),
  });

/** An address, paused and resumed by the office. */
const endpointRoutes = (deps: OfficeDeps): Route[] => [
  route(officeListWebhooks, async (call) => {
    const wanted = { health: call.query.health, q: call.query.q?.trim() };
    const page = pageOf(call);
    const [{ rows, ends }, total] = await Promise.all([listAll(deps.db, wanted, page), countAll(deps.db, wanted, page.most)]);
    const tallies = await deliveries.tallies(
      deps.db,
      rows.map(({ id }) => id),
    );
    return accept({ data: rows.map((row) => presentOne(row, tallies.get(row.id))), page: pageMeta(page, total, ends) });
  }),
  route(officePauseWebhook, async ({ visitor, tx, params: { id }, body }) => {
    const reason = body.note.trim();
    if (reason === '') return refuse({ code: 'required', field: 'note' });
    const row = await lockEndpoint(tx, id);
    if (row === undefined) return refuse({ code: 'not_found' });
    if (row.paused_by === 'office') return refuse({ code: 'order_state_conflict', message: 'webhook_paused_already' });
    // Whatever has paused it, from here on the office alone resumes it
    await resume(tx, id, deps.clock.now());
    await pause(tx, id, { by: 'office', reason, now: deps.clock.now() });
    await noteEndpointLetter(deps, tx, { id, topic: 'office' });
    const detail = { url: row.url, note: reason };
    await note(deps, tx, { actorId: visitor.userId, action: 'webhook.pause', id, detail, ownerId: row.user_id });
    return await shown(tx, id);
  }),
  route(officeResumeWebhook, async ({ visitor, tx, params: { id } }) => {
    const row = await lockEndpoint(tx, id);
    if (row === undefined) return refuse({ code: 'not_found' });
    if (row.paused_by === null) return refuse({ code: 'order_state_conflict', message: 'webhook_goes_on' });
    await resume(tx, id, deps.clock.now());
    await note(deps, tx, { actorId: visitor.userId, action: 'webhook.resume', id, detail: { url: row.url, paused_by: row.paused_by } });
    return await shown(tx, id);
  }),
];

/** The office's calls about partners' webhooks. */
export const officeWebhookRoutes = (deps: OfficeDeps): Route[] => [
  ...endpointRoutes(deps),
  route(officeListWebhookDeliveries, async (call) => {
    const wanted = { state: call.query.state ?? 'failed', q: call.query.q?.trim() };
    const page = pageOf(call);
    const [{ rows, ends }, total, meta] = await Promise.all([
      deliveries.listDeliveries(deps.db, wanted, page),
      deliveries.countDeliveries(deps.db, wanted, page.most),
      deliveries.tallyOfAll(deps.db),
    ]);
    return accept({ data: rows.map(presentSent), page: pageMeta(page, total, ends), meta });
  }),
  route(officeReplayWebhookDelivery, async ({ visitor, tx, params }) => {
    const sent = await deliveries.findDelivery(tx, params.id);
    if (sent === undefined) return refuse({ code: 'not_found' });
    const replayed = await deliveries.replayOne(tx, sent.id, deps.clock.now());
    const detail = { event_id: sent.event_id, url: sent.url };
    if (replayed > 0) await note(deps, tx, { actorId: visitor.userId, action: 'webhook.replay', id: sent.endpoint_id, detail });
    const row = await deliveries.findDelivery(tx, sent.id);
    return row === undefined ? refuse({ code: 'not_found' }) : accept({ data: presentSent(row) });
  }),
];

import { type IncidentAttributes, officeCloseIncident, officeListIncidents } from '#contract/office/shop/incidents.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { alarmsOfRole } from '#core/staff/alarm.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { INCIDENTS_CHANNEL } from './raise-incident.ts';
import { countIncidents, countOpenOf, findIncident, type IncidentRow, listIncidents, markClosed } from './store.ts';

/**
 * Closes an incident with an operator's note. A new occurrence raises it again; a cause that continues (`incident-tracker.ts`) does so
 * only after it was over.
 */
export async function closeIncident(
  deps: Pick<Deps, 'random' | 'clock' | 'live' | 'secrets'>,
  tx: Tx,
  input: { readonly id: string; readonly note: string; readonly operatorId: string },
): Promise<Result<null, 'not_found' | 'order_state_conflict'>> {
  const incident = await findIncident(tx, input.id);
  if (!incident) return refuse({ code: 'not_found' });
  const isClosed = await markClosed(tx, incident.id, { ...input, now: deps.clock.now() });
  if (!isClosed) return refuse({ code: 'order_state_conflict', message: 'incident_closed' });
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'close_incident',
    subjectType: 'incident',
    subjectId: incident.id,
    detail: { kind: incident.kind, subject: incident.subject, times: incident.times, note: input.note },
  });
  await deps.live.notify(tx, INCIDENTS_CHANNEL, incident.id);
  return accept(null);
}

const present = (row: IncidentRow): IncidentAttributes => ({
  kind: row.kind,
  subject: row.subject,
  detail: row.detail,
  times: row.times,
  first_at: toRfc3339(row.first_at.getTime()),
  last_at: toRfc3339(row.last_at.getTime()),
  closed_at: row.closed_at && toRfc3339(row.closed_at.getTime()),
  closed_by: row.closed_by_name,
  note: row.note,
});

const listRoute = (deps: Deps): Route =>
  route(officeListIncidents, async (call) => {
    const operator = call.visitor;
    const { query } = call;
    const filter = { state: query.state ?? 'open', subject: query.subject } as const;
    const page = readPageRequest(call);
    const [{ rows, ends }, total, openCount, ownCount] = await Promise.all([
      listIncidents(deps.db, filter, page),
      countIncidents(deps.db, filter, page.maxCounted),
      countIncidents(deps.db, { state: 'open' }),
      countOpenOf(deps.db, alarmsOfRole(operator.role)),
    ]);
    return accept({
      data: rows.map((row) => ({ type: 'incidents', id: row.id, attributes: present(row) })),
      page: pageInfo(page, total, ends),
      meta: { open: openCount, mine: ownCount },
    });
  });

const closeRoute = (deps: Deps): Route =>
  route(officeCloseIncident, async ({ params, body, visitor: operator, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const closed = await closeIncident(deps, tx, { id: params.id, note, operatorId: operator.userId });
    if (!closed.ok) return closed;
    const row = await findIncident(tx, params.id);
    return row ? accept({ data: { type: 'incidents', id: row.id, attributes: present(row) } }) : refuse({ code: 'not_found' });
  });

/** Office routes about incidents (domain 11). */
export const officeIncidentRoutes = (deps: Deps): Route[] => [listRoute(deps), closeRoute(deps)];

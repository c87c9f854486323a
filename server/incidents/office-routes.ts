import { type IncidentAttributes, officeCloseIncident, officeListIncidents } from '#contract/office-incidents.ts';
import { callingOf } from '#core/alarm.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { pageMeta, pageOf } from '#server/platform/http/page-of.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { closeIncident } from './close-incident.ts';
import { countIncidents, countOpenOf, findIncident, type IncidentRow, listIncidents } from './store.ts';

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
    const wanted = { state: query.state ?? 'open', subject: query.subject } as const;
    const page = pageOf(call);
    const [{ rows, ends }, total, open, mine] = await Promise.all([
      listIncidents(deps.db, wanted, page),
      countIncidents(deps.db, wanted, page.most),
      countIncidents(deps.db, { state: 'open' }),
      countOpenOf(deps.db, callingOf(operator.role)),
    ]);
    return accept({
      data: rows.map((row) => ({ type: 'incidents', id: row.id, attributes: present(row) })),
      page: pageMeta(page, total, ends),
      meta: { open, mine },
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

/** The operators' calls about what calls a person (domain 11). */
export const officeIncidentRoutes = (deps: Deps): Route[] => [listRoute(deps), closeRoute(deps)];

import { alarmsOfRole } from '#core/staff/alarm.ts';
import type { Module } from '#server/module.ts';
import { sql } from '#server/platform/db/db.ts';
import type { WorkLane } from '#server/work/lane.ts';
import { officeIncidentRoutes } from './office-routes.ts';
import { isCalling } from './store.ts';

/** Open incidents; only those of the reader's role call the reader. */
const incidentWork: WorkLane = {
  covers: { 'incidents.closed_at': ['null'] },
  rows: (_deps, { reader }) => sql`
    select i.subject, null as order_id, i.first_at as since, null::timestamptz as due, false as is_taken,
      ${reader === null ? sql`true` : isCalling(alarmsOfRole(reader.role))} as calls
    from incidents i where i.closed_at is null`,
};

export const incidentsModule: Module = {
  name: 'incidents',
  tables: ['incident_causes', 'incidents'],
  routes: officeIncidentRoutes,
  work: { incidents: incidentWork },
};

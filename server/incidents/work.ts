import { sql } from '#server/platform/db/db.ts';
import { alarmsOfRole } from '#core/staff/alarm.ts';
import type { WorkLane } from '#server/work/lane.ts';
import { isCalling } from './store.ts';

/** Open incidents; those of the reader's role alarm. */
export const incidentWork: WorkLane = {
  covers: { 'incidents.closed_at': ['null'] },
  rows: (_deps, { reader }) => sql`
    select i.subject, null as order_id, i.first_at as since, null::timestamptz as due, false as is_taken,
      ${reader === null ? sql`true` : isCalling(alarmsOfRole(reader.role))} as calls
    from incidents i where i.closed_at is null`,
};

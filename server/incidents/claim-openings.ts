import { INCIDENT_KINDS } from '#core/staff/incident.ts';
import type { Instant } from '#core/time.ts';
import { col, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const OpeningRow = rowType({ id: col.text, kind: col.oneOf(INCIDENT_KINDS), subject: col.text });

/** Claims incidents without alarm; the caller queues the alarms in the same transaction. */
export const claimOpenings = async (tx: Tx, limit: number, now: Instant) =>
  await tx.many(
    OpeningRow,
    sql`
    update incidents set alarmed_at = ${new Date(now)}
    where id in (select id from incidents where alarmed_at is null order by first_at limit ${limit} for update skip locked)
    returning id, kind, subject`,
  );

import * as z from 'zod/mini';
import type { RoleAlarms } from '#core/staff/alarm.ts';
import { INCIDENT_KINDS, type IncidentKind } from '#core/staff/incident.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import { nameOf } from '#server/users/queries.ts';

export type Detail = Readonly<Record<string, unknown>>;

const RaisedRow = rowType({
  id: col.text,
  times: col.number,
});

interface NewIncident {
  readonly id: string;
  readonly kind: IncidentKind;
  readonly subject: string;
  readonly detail: Detail;
  readonly now: Instant;
  /** Alarms again even if it is open already. */
  readonly alarmsAgain: boolean;
}

/** Opens an incident, or counts up the open one of the same kind and subject. */
export const upsertIncident = async (tx: Tx, incident: NewIncident): Promise<{ id: string; times: number }> =>
  await tx.one(
    RaisedRow,
    sql`
    insert into incidents (id, kind, subject, detail, first_at, last_at)
    values (${incident.id}, ${incident.kind}, ${incident.subject}, ${JSON.stringify(incident.detail)}::jsonb, ${new Date(incident.now)},
      ${new Date(incident.now)})
    on conflict (kind, subject) where closed_at is null
    do update set times = incidents.times + 1, last_at = excluded.last_at, detail = excluded.detail,
      alarmed_at = case when ${incident.alarmsAgain} then null else incidents.alarmed_at end
    returning id, times`,
  );

/** Replaces the detail of an open incident. False if it is the same, or none is open. */
export async function updateDetail(
  tx: Tx,
  { kind, subject, detail }: { readonly kind: IncidentKind; readonly subject: string; readonly detail: Detail },
): Promise<boolean> {
  const json = JSON.stringify(detail);
  const changed = await tx.run(sql`
    update incidents set detail = ${json}::jsonb
    where kind = ${kind} and subject = ${subject} and closed_at is null and detail <> ${json}::jsonb`);
  return changed === 1;
}

type IncidentState = 'open' | 'closed' | 'all';

export interface IncidentFilter {
  readonly state: IncidentState;
  readonly subject?: string | undefined;
}

export const IncidentRow = rowType(
  {
    id: col.text,
    kind: col.oneOf(INCIDENT_KINDS),
    subject: col.text,
    detail: col.json(z.record(z.string(), z.unknown())),
    times: col.number,
    first_at: col.timestamp,
    last_at: col.timestamp,
    closed_at: col.nullable(col.timestamp),
    closed_by_name: col.computed(col.nullable(col.text), sql`${nameOf(sql`i.closed_by`)}`),
    note: col.nullable(col.text),
  },
  'i',
);
export type IncidentRow = RowOf<typeof IncidentRow>;

const STATES: Readonly<Record<IncidentState, Sql>> = {
  open: sql`closed_at is null`,
  closed: sql`closed_at is not null`,
  all: sql`true`,
};

const conditionOf = ({ state, subject }: IncidentFilter): Sql =>
  subject === undefined
    ? STATES[state]
    : sql`${STATES[state]} and (subject = ${subject} or (closed_at is null and detail->>'order_id' = ${subject}))`;

const source = sql`incidents i`;

const lastAt: SortKey = { column: sql`i.last_at`, type: 'timestamptz' };
const SORTABLE = {
  last_at: lastAt,
  first_at: { column: sql`i.first_at`, type: 'timestamptz' },
  times: { column: sql`i.times`, type: 'numeric' },
} as const satisfies Record<string, SortKey>;
const OPEN_NEWEST_FIRST: readonly SortKey[] = [
  { column: sql`(i.closed_at is not null)`, type: 'boolean' },
  { ...lastAt, isDescending: true },
  { column: sql`i.id`, type: 'uuid' },
];

/** Open ones first, newest first. */
export async function listIncidents(db: Queryable, filter: IncidentFilter, page: PageRequest): Promise<ListPage<IncidentRow>> {
  const list = { row: IncidentRow, source, where: conditionOf(filter) };
  return await readListPage(db, list, { ...page, keys: sortedKeys(page.sort, SORTABLE, OPEN_NEWEST_FIRST) });
}

export const countIncidents = (db: Queryable, filter: IncidentFilter, max?: number): Promise<number> =>
  countUpTo(db, sql`from incidents where ${conditionOf(filter)}`, max);

/** SQL: whether incident `i` alarms the given roles or lanes. */
export const isCalling = ({ kinds, laneKinds, lanes }: RoleAlarms): Sql =>
  sql`(i.kind = any(${kinds}::text[]) or (i.kind = any(${laneKinds}::text[]) and i.subject = any(${lanes}::text[])))`;

/** Number of open incidents that alarm. */
export const countOpenOf = (db: Queryable, calling: RoleAlarms): Promise<number> =>
  countUpTo(db, sql`from incidents i where i.closed_at is null and ${isCalling(calling)}`);

export const findIncident = async (db: Queryable, id: string): Promise<IncidentRow | undefined> =>
  await db.maybe(IncidentRow, sql`select ${IncidentRow.list} from ${source} where i.id::text = ${id}`);

/** False: it does not exist or was closed already. */
export async function markClosed(tx: Tx, id: string, by: { operatorId: string; note: string; now: Instant }): Promise<boolean> {
  const changed = await tx.run(sql`
    update incidents set closed_at = ${new Date(by.now)}, closed_by = ${by.operatorId}, note = ${by.note}
    where id::text = ${id} and closed_at is null`);
  return changed === 1;
}

/** Marks the problem as over and closes an open incident. Returns the number of incidents changed. */
export const markResolved = (
  tx: Tx,
  incident: { readonly kind: IncidentKind; readonly subject: string; readonly now: Instant },
): Promise<number> =>
  tx.run(sql`
    update incidents set cause_over_at = ${new Date(incident.now)}, closed_at = coalesce(closed_at, ${new Date(incident.now)}),
      note = coalesce(note, '')
    where kind = ${incident.kind} and subject = ${incident.subject} and cause_over_at is null`);

import { ALARM_AT_SHARE, LANE_NAMES, type LaneName, laneRule, lanesOf, visibleLanes } from '#core/staff/work.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { col, join, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';

interface WorkReader {
  readonly userId: string;
  readonly role: string;
}

interface LaneView {
  readonly now: Instant;
  /** Restricts the items to those this operator can act on; null for all items. */
  readonly reader: WorkReader | null;
}

type LaneDeps = Pick<Deps, 'rails'>;

const NO_ROWS = sql`select null as subject, null as order_id, null::timestamptz as since, null::timestamptz as due, false as is_taken,
  false as calls where false`;

/** The empty lane of a module that is switched off. */
export const EMPTY_LANE: WorkLane = { covers: {}, rows: () => NO_ROWS };

/** One module's part of the list of work for people (architecture 4). Its name, alarm and roles are in `core/staff/work.ts`. */
export interface WorkLane {
  /** States that need a person, as `{ 'payouts.state': ['failed'] }`. A test checks that each is counted, and alarms when late. */
  readonly covers: Readonly<Record<string, readonly string[]>>;
  /**
   * A `select` of waiting items: `subject`, `order_id` or null, `since`, `due` (null: this lane has no deadline of its own), `is_taken` (an
   * operator works on it), `calls` (counted in the page title, with a sound).
   */
  rows(deps: LaneDeps, view: LaneView): Sql;
}

export type WorkLanes = Readonly<Record<LaneName, WorkLane>>;

/** SQL: the waiting items of several lanes. */
const allRows = (deps: LaneDeps, lanes: WorkLanes, names: readonly LaneName[], view: LaneView): Sql =>
  join(
    names.map(
      (name) => sql`
      select ${name} as lane, w.subject::text as subject, w.order_id::text as order_id, w.since, w.due, w.is_taken, w.calls
      from (${lanes[name].rows(deps, view)}) w`,
    ),
    ' union all ',
  );

const CountRow = rowType({
  lane: col.nullable(col.oneOf(LANE_NAMES)),
  count: col.number,
  late: col.number,
  next_due: col.nullable(col.timestamp),
  calling: col.number,
});

interface LaneCount {
  readonly lane: LaneName;
  readonly count: number;
  readonly late: number;
  readonly nextDue: Date | null;
}

/** Waiting items of one operator by lane, and the number of distinct items that alarm. */
export async function countWork(
  deps: LaneDeps & Pick<Deps, 'clock'>,
  db: Queryable,
  lanes: WorkLanes,
  reader: WorkReader,
): Promise<{ readonly lanes: readonly LaneCount[]; readonly calling: number }> {
  const names = visibleLanes(reader.role);
  const soundingLanes = lanesOf(reader.role).filter((name) => laneRule(name).sounds);
  if (names.length === 0) return { lanes: [], calling: 0 };
  const now = deps.clock.now();
  // The row without a lane is the total
  const rows = await db.many(
    CountRow,
    sql`
    select lane, count(*)::int as count, (count(*) filter (where due <= ${new Date(now)}))::int as late, min(due) as next_due,
      (count(distinct subject) filter (where calls and lane = any(${soundingLanes}::text[])))::int as calling
    from (${allRows(deps, lanes, names, { now, reader })}) work group by grouping sets ((lane), ())`,
  );
  const byLane = new Map(rows.map((row) => [row.lane, row]));
  return {
    lanes: names.map((lane) => {
      const row = byLane.get(lane);
      return { lane, count: row?.count ?? 0, late: row?.late ?? 0, nextDue: row?.next_due ?? null };
    }),
    calling: byLane.get(null)?.calling ?? 0,
  };
}

const LateRow = rowType({
  lane: col.oneOf(LANE_NAMES),
  is_late: col.bool,
  count: col.number,
  subjects: col.arrayOf(col.text),
  order_id: col.nullable(col.text),
  since: col.timestamp,
});
export type LateRow = RowOf<typeof LateRow>;

/** Items of each lane that are late, or not taken although half of the promised time has passed. `order_id`: the oldest order of these items. */
export async function findLateWork(deps: LaneDeps & Pick<Deps, 'clock'>, db: Queryable, lanes: WorkLanes): Promise<readonly LateRow[]> {
  const now = new Date(deps.clock.now());
  const names = LANE_NAMES.filter((name) => laneRule(name).alarm !== null);
  return await db.many(
    LateRow,
    sql`
    select lane, due <= ${now} as is_late, count(*)::int as count, array_agg(subject order by due, subject) as subjects,
      (array_agg(order_id order by since) filter (where order_id is not null))[1] as order_id, min(since) as since
    from (${allRows(deps, lanes, names, { now: now.getTime(), reader: null })}) work
    where due <= ${now} or (not is_taken and since + (due - since) * ${ALARM_AT_SHARE}::float8 <= ${now})
    group by 1, 2`,
  );
}

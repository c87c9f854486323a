import sql, { join, type Sql } from 'sql-template-tag';
import * as z from 'zod/mini';
import { CALLED_AT_SHARE, LANE_NAMES, type LaneName, laneRule, lanesOf, lanesShownTo } from '#core/work.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { LaneDeps, LaneView, WorkLane, WorkReader } from './lane.ts';

/** Every lane has its module. */
export type WorkLanes = Readonly<Record<LaneName, WorkLane>>;

/** All that waits in some lanes as one relation. */
const allRows = (deps: LaneDeps, lanes: WorkLanes, names: readonly LaneName[], view: LaneView): Sql =>
  join(
    names.map(
      (name) => sql`
      select ${name} as lane, w.subject::text as subject, w.order_id::text as order_id, w.since, w.due, w.is_taken, w.calls
      from (${lanes[name].rows(deps, view)}) w`,
    ),
    ' union all ',
  );

const CountRow = z.object({
  lane: z.nullable(z.enum(LANE_NAMES)),
  count: z.int(),
  late: z.int(),
  next_due: z.nullable(z.date()),
  calling: z.int(),
});

export interface LaneCount {
  readonly lane: LaneName;
  readonly count: number;
  readonly late: number;
  readonly nextDue: Date | null;
}

/** What waits for one operator: by lane, and how many different things call. */
export async function countWork(
  deps: LaneDeps & Pick<Deps, 'clock'>,
  db: Queryable,
  lanes: WorkLanes,
  reader: WorkReader,
): Promise<{ readonly lanes: readonly LaneCount[]; readonly calling: number }> {
  const names = lanesShownTo(reader.role);
  const own = lanesOf(reader.role).filter((name) => laneRule(name).sounds);
  if (names.length === 0) return { lanes: [], calling: 0 };
  const now = deps.clock.now();
  const rows = await db.many(
    CountRow,
    sql`
    select lane, count(*)::int as count, (count(*) filter (where due <= ${new Date(now)}))::int as late, min(due) as next_due,
      (count(distinct subject) filter (where calls and lane = any(${own}::text[])))::int as calling
    from (${allRows(deps, lanes, names, { now, reader })}) work group by grouping sets ((lane), ())`,
  );
  const found = new Map(rows.map((row) => [row.lane, row]));
  return {
    lanes: names.map((lane) => {
      const row = found.get(lane);
      return { lane, count: row?.count ?? 0, late: row?.late ?? 0, nextDue: row?.next_due ?? null };
    }),
    calling: found.get(null)?.calling ?? 0,
  };
}

const LateRow = z.object({
  lane: z.enum(LANE_NAMES),
  is_late: z.boolean(),
  count: z.int(),
  subjects: z.array(z.string()),
  order_id: z.nullable(z.string()),
  since: z.date(),
});
export type LateRow = z.output<typeof LateRow>;

/** What of each lane is late, and what nobody has taken while half of its promise is over. */
export async function findLateWork(deps: LaneDeps & Pick<Deps, 'clock'>, db: Queryable, lanes: WorkLanes): Promise<readonly LateRow[]> {
  const now = new Date(deps.clock.now());
  const names = LANE_NAMES.filter((name) => laneRule(name).alarm !== null);
  return await db.many(
    LateRow,
    sql`
    select lane, due <= ${now} as is_late, count(*)::int as count, array_agg(subject order by due, subject) as subjects,
      (array_agg(order_id order by since) filter (where order_id is not null))[1] as order_id, min(since) as since
    from (${allRows(deps, lanes, names, { now: now.getTime(), reader: null })}) work
    where due <= ${now} or (not is_taken and since + (due - since) * ${CALLED_AT_SHARE}::float8 <= ${now})
    group by 1, 2`,
  );
}

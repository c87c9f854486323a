import { sql, type Sql } from '#server/platform/db/db.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';

export interface WorkReader {
  readonly userId: string;
  readonly role: string;
}

export interface LaneView {
  readonly now: Instant;
  /** Only what this operator can act on; null: everything. */
  readonly reader: WorkReader | null;
}

export type LaneDeps = Pick<Deps, 'rails'>;

const NO_ROWS = sql`select null as subject, null as order_id, null::timestamptz as since, null::timestamptz as due, false as is_taken,
  false as calls where false`;

/** The lane of a module that is off: nothing waits there. */
export const EMPTY_LANE: WorkLane = { covers: {}, rows: () => NO_ROWS };

/** One module's part of the list of work for people (architecture 4). Its name, alarm and roles are in `core/staff/work.ts`. */
export interface WorkLane {
  /** States that need a person, by table and column. A test checks that each is counted, and alarms when late. */
  readonly covers: Readonly<Record<string, readonly string[]>>;
  /**
   * A `select` of waiting items: `subject`, `order_id` or null, `since`, `due` (null: another lane alarms), `is_taken` (a person works on
   * it), `calls` (counted in the page title, with a sound).
   */
  rows(deps: LaneDeps, view: LaneView): Sql;
}

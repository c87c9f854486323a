import type { Sql } from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';

export interface WorkReader {
  readonly userId: string;
  readonly role: string;
}

/** What a lane is read for. */
export interface LaneView {
  readonly now: Instant;
  /** Only what this operator can act on; null: everything. */
  readonly reader: WorkReader | null;
}

export type LaneDeps = Pick<Deps, 'rails'>;

/** One module's part of the list of work for people (architecture 4). Its name, alarm and roles stand in `core/work.ts`. */
export interface WorkLane {
  /** The states that wait here, by table and column. A test walks them: each is counted and alarmed when late. */
  readonly covers: Readonly<Record<string, readonly string[]>>;
  /**
   * A `select` of what waits: `subject` (its name), `order_id` (null where it is no order's), `since`, `due` (when the promise ends;
   * null: another lane's alarm calls for it), `is_taken` (somebody works on it), `calls` (counted in the title, and sounds).
   */
  rows(deps: LaneDeps, view: LaneView): Sql;
}

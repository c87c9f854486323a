import { PayoutLimitsJson } from '#contract/office/money/limits.ts';
import { DEFAULT_PAYOUT_LIMITS, type PayoutLimits } from '#core/payout/payout-limits.ts';
import { col, type Db, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { keepFresh, type Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import { nameOf } from '#server/users/queries.ts';

const LimitsRow = rowType({ version: col.number, value: col.json(PayoutLimitsJson), set_at: col.timestamp, set_by_name: col.text });
type LimitsRow = RowOf<typeof LimitsRow>;

/** The current limits; undefined if they were never set. */
export const readLimits = async (db: Queryable): Promise<LimitsRow | undefined> =>
  await db.maybe(
    LimitsRow,
    sql`
    select l.version, l.value, l.set_at, ${nameOf(sql`l.set_by`)} as set_by_name
    from payout_limits l order by l.version desc limit 1`,
  );

/** Writes the version after the one that was read (0 if there was none). False if another version was written since. */
export const writeLimits = async (
  tx: Tx,
  { value, version, setBy }: { readonly value: PayoutLimits; readonly version: number; readonly setBy: string },
): Promise<boolean> =>
  (await tx.run(sql`
    insert into payout_limits (version, value, set_by) select ${version + 1}::int, ${JSON.stringify(value)}::jsonb, ${setBy}
    where ${version}::int = coalesce((select max(version) from payout_limits), 0)
    on conflict do nothing`)) === 1;

/** Notified when the limits change. */
export const LIMITS_CHANNEL = 'limits_changed';

/** The limits above which payouts need approval, in the memory of every process. */
export interface CurrentLimits {
  current(): PayoutLimits;
}

export interface HasLimits {
  /** Limits of automatic payouts, from memory. */
  readonly limits: CurrentLimits;
}

export interface LoadedLimits extends CurrentLimits {
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

export function loadLimits(deps: { readonly db: Db; readonly live: Live; readonly log: Pick<Log, 'warn'> }): LoadedLimits {
  let current: PayoutLimits = DEFAULT_PAYOUT_LIMITS;
  const refresh = async () => {
    current = (await readLimits(deps.db))?.value ?? DEFAULT_PAYOUT_LIMITS;
  };
  return { current: () => current, refresh, ...keepFresh(deps, LIMITS_CHANNEL, refresh) };
}

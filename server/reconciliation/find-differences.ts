import {
  compareBooks,
  type Difference,
  isSameMovement,
  type LedgerMovement,
  movementKey,
  type OwnMovement,
} from '#core/ledger/compare-books.ts';
import { DAY_MS, FOREVER, HOUR_MS, type Instant, type Period } from '#core/time.ts';
import type { Rail, StatementLine } from '#server/adapters/rails/port.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findFirstRailLine, findRailLines, listRailLines } from './store.ts';

/** Our books are read from this much earlier: a payment first seen before the window may be final within it. */
const LOOKBACK_MS = 9 * DAY_MS;

/** Both books are read in such periods; in memory are one period, and what has no counterpart yet. */
export const PERIOD_MS = 30 * DAY_MS;

interface Compared {
  readonly differences: readonly Difference[];
  readonly oddities: readonly { readonly subject: string; readonly detail: string }[];
  /** When the rail's books were read for the last time. */
  readonly now: Instant;
}

interface CompareDeps {
  readonly db: Queryable;
  readonly clock: { now(): Instant };
  readonly walletOf: (line: StatementLine) => string;
}

/** Ends of the periods. The last one has no end. */
async function periodEnds({ db, clock }: CompareDeps, rail: Rail, since: Instant): Promise<readonly Instant[]> {
  const now = clock.now();
  if (since >= now - 2 * PERIOD_MS) return [FOREVER];
  const first = Math.max(since, (await findFirstRailLine(db, rail.name)) ?? now);
  const ends: Instant[] = [];
  for (let end = first + PERIOD_MS; end < now - PERIOD_MS; end += PERIOD_MS) ends.push(end);
  return [...ends, FOREVER];
}

/** Removes movements that both books have alike. */
function removeMatched(ours: Map<string, OwnMovement>, theirs: Map<string, LedgerMovement>): void {
  for (const [key, movement] of theirs) {
    const own = ours.get(key);
    if (!own || !isSameMovement(own, movement)) continue;
    ours.delete(key);
    theirs.delete(key);
  }
}

/** Differences between our books and a rail's list since a moment. `reason`: the rail gives no list. */
export async function findDifferences(deps: CompareDeps, rail: Rail, since: Instant): Promise<Compared | { readonly reason: string }> {
  const { db, clock, walletOf } = deps;
  const ours = new Map<string, OwnMovement>();
  const theirs = new Map<string, LedgerMovement>();
  const oddities = new Map<string, string>();
  let [theirSince, ourSince, now] = [since - HOUR_MS, since - LOOKBACK_MS, clock.now()];
  for (const before of await periodEnds(deps, rail, since)) {
    // Read before our books: a payment reported in between is in our books, and too recent to count as missing at the rail
    const statement = await rail.statement(theirSince, before);
    if (statement.outcome === 'unavailable') return statement;
    now = clock.now();
    for (const line of statement.lines) theirs.set(movementKey(line), { ...line, wallet: walletOf(line) });
    for (const { subject, detail } of statement.oddities) oddities.set(subject, detail);
    const period: Period = { since: ourSince, before };
    for (const own of await listRailLines(db, rail.name, period)) if (own.isFinal) ours.set(movementKey(own), own);
    removeMatched(ours, theirs);
    [theirSince, ourSince] = [before, before];
  }
  // Those of other periods, those that are not final, and those whose line was listed twice because it changed meanwhile
  for (const own of await findRailLines(db, rail.name, [...theirs.values()])) ours.set(movementKey(own), own);
  return {
    differences: compareBooks([...ours.values()], [...theirs.values()], { since, now }),
    oddities: [...oddities].map(([subject, detail]) => ({ subject, detail })),
    now,
  };
}

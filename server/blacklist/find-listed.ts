import { type BlacklistKind, comparedRequisite, markText } from '#core/blacklist.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { foldEmail } from '#core/requisites/fold-email.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { addressOfPeer } from './read-network.ts';
import { countHits, findEntries } from './store.ts';

/** What somebody comes with, as far as it is known. */
export interface Traces {
  readonly email?: string;
  /** His account's own address, whichever he has typed. */
  readonly accountEmail?: string | undefined;
  readonly requisites?: readonly RequisiteValues[];
  /** SHA-256 of the browser's own key, in hex. */
  readonly device?: string | undefined;
  /** His peer, as it is kept beside orders. */
  readonly peer?: string | undefined;
}

type ListDeps = Pick<Deps, 'secrets' | 'clock'>;

const LEAST_CHARS = 5;

export const markOf = ({ secrets }: Pick<Deps, 'secrets'>, kind: BlacklistKind, value: string): Buffer =>
  secrets.fingerprint(markText(kind, value));

function marksOf(deps: Pick<Deps, 'secrets'>, { email, accountEmail, requisites = [], device }: Traces): Buffer[] {
  const mailboxes = new Set([email, accountEmail].flatMap((one) => (one === undefined ? [] : [foldEmail(one)])));
  const values = new Set(requisites.flatMap((one) => Object.values(one)).map(comparedRequisite));
  return [
    ...[...mailboxes].map((mailbox) => markOf(deps, 'email', mailbox)),
    ...(device === undefined ? [] : [markOf(deps, 'device', device)]),
    ...[...values].filter((value) => value.length >= LEAST_CHARS).map((value) => markOf(deps, 'wallet', value)),
  ];
}

/** The entries that any of this is kept out by, by their ids. */
export async function findListed(deps: ListDeps, db: Queryable, traces: Traces): Promise<readonly string[]> {
  const address = traces.peer === undefined ? undefined : addressOfPeer(traces.peer);
  const found = await findEntries(db, { marks: marksOf(deps, traces), address, now: deps.clock.now() });
  return found.map(({ id }) => id);
}

/**
 * Counts what the entries have stopped, beside the transaction that they stop: it is rolled back, and nobody waits for another
 * connection while he holds one.
 */
export function noteStopped({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>, ids: readonly string[]): void {
  log.info({ entries: ids }, 'blacklist_stopped');
  void countHits(db, ids, clock.now()).catch((error: unknown) => log.warn({ error }, 'blacklist_hits_not_counted'));
}

/** The same where an order is held, in the transaction that holds it. */
export async function noteHeld({ clock, log }: Pick<Deps, 'clock' | 'log'>, tx: Tx, ids: readonly string[]): Promise<void> {
  log.info({ entries: ids }, 'blacklist_held');
  await countHits(tx, ids, clock.now());
}

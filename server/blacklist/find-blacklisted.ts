import { type BlacklistKind, comparableRequisite, blacklistHashText } from '#core/customer/blacklist.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { foldEmail } from '#core/requisites/email.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { addressOfPeer } from './read-network.ts';
import { countHits, findEntries } from './store.ts';

/** The known identifiers of a client. */
export interface Traces {
  readonly email?: string;
  /** The account's own address, whatever the order form says. */
  readonly accountEmail?: string | undefined;
  readonly requisites?: readonly RequisiteValues[];
  /** SHA-256 of the browser's key, hex. */
  readonly device?: string | undefined;
  /** Network address, in the form stored with orders. */
  readonly peer?: string | undefined;
}

type ListDeps = Pick<Deps, 'secrets' | 'clock'>;

const MIN_CHARS = 5;

export const blacklistHash = ({ secrets }: Pick<Deps, 'secrets'>, kind: BlacklistKind, value: string): Buffer =>
  secrets.fingerprint(blacklistHashText(kind, value));

function hashesOf(deps: Pick<Deps, 'secrets'>, { email, accountEmail, requisites = [], device }: Traces): Buffer[] {
  const mailboxes = new Set([email, accountEmail].flatMap((address) => (address === undefined ? [] : [foldEmail(address)])));
  const values = new Set(requisites.flatMap((one) => Object.values(one)).map(comparableRequisite));
  return [
    ...[...mailboxes].map((mailbox) => blacklistHash(deps, 'email', mailbox)),
    ...(device === undefined ? [] : [blacklistHash(deps, 'device', device)]),
    ...[...values].filter((value) => value.length >= MIN_CHARS).map((value) => blacklistHash(deps, 'wallet', value)),
  ];
}

/** Ids of the active entries that match any of the traces. */
export async function findBlacklisted(deps: ListDeps, db: Queryable, traces: Traces): Promise<readonly string[]> {
  const address = traces.peer === undefined ? undefined : addressOfPeer(traces.peer);
  const entries = await findEntries(db, { hashes: hashesOf(deps, traces), address, now: deps.clock.now() });
  return entries.map(({ id }) => id);
}

/**
 * Counts the entries that refused something. In a connection of its own, not awaited: the refusing transaction rolls back, and
 * must not wait for a second connection.
 */
export function countRefusal({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>, ids: readonly string[]): void {
  log.info({ entries: ids }, 'blacklist_stopped');
  void countHits(db, ids, clock.now()).catch((error: unknown) => log.warn({ error }, 'blacklist_hits_not_counted'));
}

/** The same for a held order, in its transaction. */
export async function countHeldOrder({ clock, log }: Pick<Deps, 'clock' | 'log'>, tx: Tx, ids: readonly string[]): Promise<void> {
  log.info({ entries: ids }, 'blacklist_held');
  await countHits(tx, ids, clock.now());
}

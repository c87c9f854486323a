import { isIPv4, isIPv6 } from 'node:net';
import { blacklistHashText, type BlacklistKind, comparableRequisite } from '#core/customer/blacklist.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { foldEmail } from '#core/requisites/email.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { countHits, findEntries } from './store.ts';

/** Wider networks are refused, because they are whole providers. */
const MIN_BITS = { v4: 16, v6: 32 } as const;
const HOST_BITS = { v4: 32, v6: 64 } as const;

/**
 * Parses `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/48` into a PostgreSQL network. A single IPv6 address becomes its
 * subscriber's /64.
 */
export function readNetwork(input: string): Result<string, 'invalid_format'> {
  const [address = '', bitsText, ...rest] = input.trim().split('/');
  const family = isIPv4(address) ? 'v4' : isIPv6(address) && !address.includes('%') ? 'v6' : undefined;
  const invalid = (message: string) => refuse({ code: 'invalid_format', field: 'value', message } as const);
  if (family === undefined || rest.length > 0) return invalid('invalid_network');
  const bits = bitsText === undefined ? HOST_BITS[family] : /^\d{1,3}$/.test(bitsText) ? Number(bitsText) : Number.NaN;
  if (!(bits <= HOST_BITS[family])) return invalid('invalid_network');
  return bits < MIN_BITS[family] ? invalid('network_too_wide') : accept(`${address}/${bits}`);
}

/** The address to compare with networks, from the form stored with orders (IPv6: first four groups). */
export const addressOfPeer = (peer: string): string => (peer.includes(':') && !peer.includes('::') ? `${peer}::` : peer);

/** Identifiers of a customer or a request. */
interface Traces {
  readonly email?: string;
  /** The account's own address, which may differ from that of the order form. */
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
  const comparableValues = new Set(requisites.flatMap((values) => Object.values(values)).map(comparableRequisite));
  return [
    ...[...mailboxes].map((mailbox) => blacklistHash(deps, 'email', mailbox)),
    ...(device === undefined ? [] : [blacklistHash(deps, 'device', device)]),
    ...[...comparableValues].filter((value) => value.length >= MIN_CHARS).map((value) => blacklistHash(deps, 'wallet', value)),
  ];
}

/** Ids of the active entries that match any of the traces. */
export async function findBlacklisted(deps: ListDeps, db: Queryable, traces: Traces): Promise<readonly string[]> {
  const address = traces.peer === undefined ? undefined : addressOfPeer(traces.peer);
  const entries = await findEntries(db, { hashes: hashesOf(deps, traces), address, now: deps.clock.now() });
  return entries.map(({ id }) => id);
}

/**
 * Counts the entries that refused an order or withdrawal. Uses its own connection and is not awaited: the refusing transaction rolls
 * back, and must not wait for a second connection.
 */
export function countRefusal({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>, ids: readonly string[]): void {
  log.info({ entries: ids }, 'blacklist_stopped');
  void countHits(db, ids, clock.now()).catch((error: unknown) => log.warn({ error }, 'blacklist_hits_not_counted'));
}

/** Counts the entries that held an order, in the order's transaction. */
export async function countHeldOrder({ clock, log }: Pick<Deps, 'clock' | 'log'>, tx: Tx, ids: readonly string[]): Promise<void> {
  log.info({ entries: ids }, 'blacklist_held');
  await countHits(tx, ids, clock.now());
}

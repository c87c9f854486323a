import { HOUR_MS, type Instant } from '#core/time.ts';
import { AUDIT_SUBJECTS } from '#core/staff/incident-subject.ts';
import { headName } from '#core/ledger/chain.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { MORE } from '#server/platform/queue/queue.ts';
import { genesisHash, isOurs, isSigned, linkHash, signatureOf } from './links.ts';
import {
  appendLinks,
  type ChainPosition,
  type Cursor,
  findLastLink,
  findLinked,
  findPosition,
  type Link,
  listTransfers,
  lockHead,
  NO_ID,
  saveHead,
  START,
  type StoredHead,
  type StoredTransfer,
  tryLockChain,
} from './store.ts';

const BATCH = 1_000;
/** Transfers named in one incident. */
const MAX_NAMED = 20;
/** How long after its start the chain accepts transfers without a mark: a process of the release before may still run. */
const UPGRADE_MS = HOUR_MS;

export type ChainDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'random' | 'log' | 'live'>;

/** Why no link may be added. Undefined if one may be: a link after a forged end would make the forgery look genuine. */
function brokenEndReason(deps: ChainDeps, head: StoredHead | undefined, last: Pick<Link, 'number' | 'hash'> | undefined) {
  if (head === undefined) return last === undefined ? undefined : 'the chain has no head';
  if (!isSigned(deps, head)) return 'the head is not signed with the secret of this shop';
  if (last === undefined) return head.number === 0 ? undefined : 'the chain has no links';
  return last.number === head.number && last.hash.toString('hex') === head.hash ? undefined : 'the chain does not end at its head';
}

/** Whether the database was restored into a server with younger transaction ids, where new transfers come before the cursor. */
const isRestored = (next: Cursor, { unusedFrom }: ChainPosition): boolean => BigInt(next.xact) > BigInt(unusedFrom);

/** Where to continue after these transfers. */
function nextCursor(page: readonly StoredTransfer[], { position, wasRestored }: { position: ChainPosition; wasRestored: boolean }): Cursor {
  const last = page.at(-1);
  if (page.length === BATCH && last?.xact != null) return { xact: last.xact, id: last.record.id };
  // Restored: everything of the old server is linked, what was written since is looked for from the start
  return wasRestored ? START : { xact: position.endedBelow, id: NO_ID };
}

/** The chain with links for these transfers. */
function extend(deps: ChainDeps, head: StoredHead, transfers: readonly StoredTransfer[], now: Instant) {
  let { number } = head;
  let hash: Buffer = Buffer.from(head.hash, 'hex');
  const links = transfers.map((transfer): Link => {
    const at = { number: (number += 1), isOurs: isOurs(deps, transfer, head.takesUnmarked) };
    hash = linkHash(hash, at, transfer);
    return { ...at, transferId: transfer.record.id, hash };
  });
  const takesUnmarked = head.takesUnmarked && (transfers.some(({ mark }) => mark === null) || now - head.startedAt < UPGRADE_MS);
  return { links, head: { ...head, number, hash: hash.toString('hex'), takesUnmarked } };
}

/** The chain before its first link. It accepts transfers without a mark only if it starts with one. */
function startChain(deps: ChainDeps, transfers: readonly StoredTransfer[], now: Instant): StoredHead {
  const shopId = deps.random.uuid();
  const hash = genesisHash(shopId).toString('hex');
  const takesUnmarked = transfers.some(({ mark }) => mark === null);
  return { shopId, startedAt: now, number: 0, hash, takesUnmarked, signature: '', next: START };
}

/** Links waiting transfers. Those that the service did not write are linked as such and raise an incident. */
async function chainBatch(deps: ChainDeps, tx: Tx): Promise<typeof MORE | undefined> {
  if (!(await tryLockChain(tx))) return undefined;
  const position = await findPosition(tx);
  const reason = brokenEndReason(deps, position.head, await findLastLink(tx));
  if (reason !== undefined) {
    await raiseIncident(deps, tx, { kind: 'audit_failed', subject: AUDIT_SUBJECTS.ledger_chain, detail: { reason } });
    return undefined;
  }
  const after = position.head?.next ?? START;
  const wasRestored = isRestored(after, position);
  const page = await listTransfers(tx, { after, before: wasRestored ? undefined : position.endedBelow, limit: BATCH });
  const linked = await findLinked(
    tx,
    page.map(({ record }) => record.id),
  );
  const added = page.filter(({ record }) => !linked.has(record.id));
  if (position.head === undefined && added.length === 0) return undefined;
  const now = deps.clock.now();
  const { links, head } = extend(deps, position.head ?? startChain(deps, added, now), added, now);
  if (links.length > 0) await appendLinks(tx, links);
  await saveHead(tx, { ...head, signature: signatureOf(deps, head), next: nextCursor(page, { position, wasRestored }) }, now);
  const forged = links.filter((link) => !link.isOurs).map(({ transferId }) => transferId);
  if (forged.length > 0) {
    const detail = { reason: 'transfers that the shop did not write', count: forged.length, transfers: forged.slice(0, MAX_NAMED) };
    await raiseIncident(deps, tx, { kind: 'audit_failed', subject: AUDIT_SUBJECTS.ledger_chain, detail });
  }
  return page.length === BATCH || wasRestored ? MORE : undefined;
}

/**
 * Links committed transfers to the hash chain in their final order, one batch in one process at a time (decision 0114). Transfers of a
 * transaction wait until every earlier one has ended. Returns whether more wait.
 */
export async function chainTransfers(deps: ChainDeps): Promise<typeof MORE | undefined> {
  // Checked without a lock first: usually everything is linked
  const position = await findPosition(deps.db);
  const isIdle = position.head === undefined ? !position.hasMore : !position.hasMore && !isRestored(position.head.next, position);
  return isIdle ? undefined : await deps.db.tx((tx) => chainBatch(deps, tx));
}

/** The signed end of the chain: `123:<64 hex digits>`. Undefined: no transfer is linked yet. */
export async function chainHead({ db }: Pick<Deps, 'db'>): Promise<string | undefined> {
  const { head } = await findPosition(db);
  return head && headName(head);
}

/** Signs the end again with the newest secret, before the old secret is removed. */
export async function resignChainHead(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Promise<void> {
  await deps.db.tx(async (tx) => {
    await lockHead(tx);
    const { head } = await findPosition(tx);
    if (head !== undefined && isSigned(deps, head)) await saveHead(tx, { ...head, signature: signatureOf(deps, head) }, deps.clock.now());
  });
}

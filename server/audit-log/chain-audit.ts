import { AUDIT_SUBJECTS } from '#core/staff/incident-subject.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { isEarlier, isOurs, isSigned, linkHash, GENESIS_HASH, signedHead } from './links.ts';
import {
  appendLinks,
  findHead,
  findLastLink,
  hasUnchained,
  type Head,
  type Link,
  listUnchained,
  lockHead,
  saveHead,
  tryLockChain,
} from './store.ts';

const BATCH = 500;

type ChainDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'random' | 'log' | 'live'>;

/** Why no link may be added. Undefined if one may be. A link after a forged end would make the forgery look genuine. */
function brokenEndReason(
  deps: ChainDeps,
  head: Head | undefined,
  last: { readonly seq: number; readonly hash: Buffer } | undefined,
): string | undefined {
  if (head === undefined) return last === undefined ? undefined : 'the chain has no head';
  if (!isSigned(deps.secrets, head)) return 'the head is not signed with the secret of this shop';
  return last?.seq === head.seq && last.hash.equals(head.hash) ? undefined : 'the chain does not end at its head';
}

/** Links waiting rows and returns their number. Rows that the service did not write are linked as such and raise an incident. */
async function chainBatch(deps: ChainDeps, tx: Tx): Promise<number> {
  if (!(await tryLockChain(tx))) return 0;
  const rows = await listUnchained(tx, BATCH);
  if (rows.length === 0) return 0;
  const [head, last] = [await findHead(tx), await findLastLink(tx)];
  const reason = brokenEndReason(deps, head, last);
  if (reason !== undefined) {
    await raiseIncident(deps, tx, { kind: 'audit_failed', subject: AUDIT_SUBJECTS.log, detail: { reason } });
    return 0;
  }
  const takesEarlier = head?.takesEarlier ?? true;
  let [seq, previousHash] = [head?.seq ?? 0, head?.hash ?? GENESIS_HASH];
  const links = rows.map((row): Link => {
    const position = { seq: (seq += 1), previousHash, isOurs: isOurs(deps.secrets, row, takesEarlier) };
    previousHash = linkHash(row, position);
    return { seq, auditId: row.id, hash: previousHash, isOurs: position.isOurs };
  });
  const now = deps.clock.now();
  await appendLinks(tx, links, now);
  await saveHead(tx, signedHead(deps.secrets, { seq, hash: previousHash, takesEarlier: takesEarlier && rows.some(isEarlier) }), now);
  for (const { auditId, isOurs: isGenuine } of links) {
    if (!isGenuine)
      await raiseIncident(deps, tx, {
        kind: 'audit_failed',
        subject: AUDIT_SUBJECTS.log,
        detail: { reason: 'a row that the shop did not write', row: auditId },
      });
  }
  return rows.length;
}

/** Links new audit rows to the hash chain in batches, in one process at a time (docs/decisions/0033-audit-log-hash-chain.md). */
export async function chainAudit(deps: ChainDeps): Promise<void> {
  // Checked without a lock first: usually all rows are linked
  if (!(await hasUnchained(deps.db))) return;
  for (let linked = BATCH; linked === BATCH; ) linked = await deps.db.tx((tx) => chainBatch(deps, tx));
}

/** The signed end of the chain. A copy stored elsewhere proves later that no row before it was removed. */
export async function auditHead(deps: Pick<Deps, 'db'>): Promise<string | undefined> {
  const head = await findHead(deps.db);
  return head && `${head.seq}:${head.hash.toString('hex')}`;
}

/** Signs the end again with the newest secret, before the old secret is removed. */
export async function resignAuditHead(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Promise<void> {
  await deps.db.tx(async (tx) => {
    await lockHead(tx);
    const head = await findHead(tx);
    if (head !== undefined && isSigned(deps.secrets, head)) await saveHead(tx, signedHead(deps.secrets, head), deps.clock.now());
  });
}

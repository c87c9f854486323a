import { AUDITED } from '#core/incident-subject.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { isEarlier, isOurs, isSigned, linkHash, NOTHING_BEFORE, signedHead } from './links.ts';
import { appendLinks, findHead, findLastLink, type Head, type Link, listUnchained, saveHead, takeChain } from './store.ts';

const BATCH = 500;

type ChainDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'random' | 'log' | 'live'>;

/** Why nothing may be added: what is added on a forged end would make it ours. */
function brokenEnd(
  deps: ChainDeps,
  head: Head | undefined,
  last: { readonly seq: number; readonly hash: Buffer } | undefined,
): string | undefined {
  if (head === undefined) return last === undefined ? undefined : 'the chain has no head';
  if (!isSigned(deps.secrets, head)) return 'the head is not signed with the secret of this shop';
  return last?.seq === head.seq && last.hash.equals(head.hash) ? undefined : 'the chain does not end at its head';
}

/** Links what waits; the number of rows linked. Rows that the shop did not write are linked as what they are, and call a person. */
async function chainBatch(deps: ChainDeps, tx: Tx): Promise<number> {
  if (!(await takeChain(tx))) return 0;
  const rows = await listUnchained(tx, BATCH);
  if (rows.length === 0) return 0;
  const [head, last] = [await findHead(tx), await findLastLink(tx)];
  const broken = brokenEnd(deps, head, last);
  if (broken !== undefined) {
    await raiseIncident(deps, tx, { kind: 'audit_failed', subject: AUDITED.log, detail: { reason: broken } });
    return 0;
  }
  const takesEarlier = head?.takesEarlier ?? true;
  let [seq, before] = [head?.seq ?? 0, head?.hash ?? NOTHING_BEFORE];
  const links = rows.map((row): Link => {
    const place = { seq: (seq += 1), before, isOurs: isOurs(deps.secrets, row, takesEarlier) };
    before = linkHash(row, place);
    return { seq, auditId: row.id, hash: before, isOurs: place.isOurs };
  });
  const now = deps.clock.now();
  await appendLinks(tx, links, now);
  await saveHead(tx, signedHead(deps.secrets, { seq, hash: before, takesEarlier: takesEarlier && rows.some(isEarlier) }), now);
  for (const { auditId, isOurs: isWritten } of links) {
    if (!isWritten)
      await raiseIncident(deps, tx, {
        kind: 'audit_failed',
        subject: AUDITED.log,
        detail: { reason: 'a row that the shop did not write', row: auditId },
      });
  }
  return rows.length;
}

/**
 * Links what was written to the audit log since the last time: in batches, by one process at a time, meant to run every second
 * (docs/decisions/0033-audit-log-hash-chain.md).
 */
export async function chainAudit(deps: ChainDeps): Promise<void> {
  for (let linked = BATCH; linked === BATCH; ) linked = await deps.db.tx((tx) => chainBatch(deps, tx));
}

/** The signed end of the chain: whoever wrote it down elsewhere sees when rows behind it are gone. */
export async function auditHead(deps: Pick<Deps, 'db'>): Promise<string | undefined> {
  const head = await findHead(deps.db);
  return head && `${head.seq}:${head.hash.toString('hex')}`;
}

/** Signs the end anew with the newest secret, before the one that signed it is taken away. */
export async function resignAuditHead(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Promise<void> {
  await deps.db.tx(async (tx) => {
    const head = await findHead(tx);
    if (head !== undefined && isSigned(deps.secrets, head)) await saveHead(tx, signedHead(deps.secrets, head), deps.clock.now());
  });
}

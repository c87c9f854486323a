import type { Deps } from '#server/deps.ts';
import { isDetailIntact } from '#server/operators/sealed-detail.ts';
import { isLinkOf, isOurs, isSigned, GENESIS_HASH } from './links.ts';
import {
  type AuditRow,
  type ChainLink,
  findHead,
  findLinkHash,
  listChained,
  listLostUnchained,
  listUnchained,
  listUntracked,
} from './store.ts';

const BATCH = 2_000;
/** Stop after this many findings. */
const MAX_FINDINGS = 50;
const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/;

type VerifyDeps = Pick<Deps, 'db' | 'secrets'>;

const describeRow = (row: AuditRow): string =>
  `row ${row.id} (${row.at_text} ${row.action} of ${row.subject_type} ${row.subject_id} by ${row.actor_id})`;

interface Walk {
  seq: number;
  previousHash: Buffer;
  readonly findings: string[];
}

/** Compares a link with the link before and with its row. */
function checkLink({ secrets }: VerifyDeps, walk: Walk, link: ChainLink): void {
  const { seq, row, auditId } = link;
  if (seq !== walk.seq + 1) walk.findings.push(`links ${walk.seq + 1} to ${seq - 1} are gone from the chain`);
  if (row === undefined) walk.findings.push(`row ${auditId} (link ${seq}) was removed`);
  else if (!isLinkOf(link.hash, row, { seq, previousHash: walk.previousHash, isOurs: link.isOurs }))
    walk.findings.push(`${describeRow(row)} (link ${seq}) was changed, or the link before it`);
  else if (!isDetailIntact(secrets, row)) walk.findings.push(`${describeRow(row)} (link ${seq}): its words were changed or removed`);
  if (row !== undefined && !link.isOurs) walk.findings.push(`${describeRow(row)} (link ${seq}) was inserted: the shop did not write it`);
  walk.seq = seq;
  walk.previousHash = link.hash;
}

/** Checks rows that are not linked, because they were just written or were inserted past the chain. */
async function checkUnchained({ db, secrets }: VerifyDeps, findings: string[], takesEarlier: boolean): Promise<void> {
  for (const row of await listUnchained(db, BATCH))
    if (!isOurs(secrets, row, takesEarlier)) findings.push(`${describeRow(row)} was inserted: the shop did not write it`);
  for (const row of await listUntracked(db, MAX_FINDINGS)) findings.push(`${describeRow(row)} was inserted past the chain`);
  for (const { audit_id: id } of await listLostUnchained(db, MAX_FINDINGS)) findings.push(`row ${id} was removed before it was chained`);
}

/** A head recorded elsewhere must still be in the chain. */
async function checkRecordedHead({ db }: VerifyDeps, findings: string[], recordedHead: string): Promise<void> {
  const [, seq, hash] = HEAD.exec(recordedHead) ?? [];
  if (seq === undefined || hash === undefined) findings.push(`"${recordedHead}" is no head: it reads like 123:<64 hex digits>`);
  else if ((await findLinkHash(db, Number(seq)))?.toString('hex') !== hash)
    findings.push(`the head noted as ${seq} is not in the chain: rows up to it were removed or written anew`);
}

/**
 * Reports rows of the audit log that others than the service changed, removed or inserted (R41), oldest first. A `recordedHead` from
 * another storage reveals a cut-off end.
 */
export async function verifyAudit(deps: VerifyDeps, recordedHead?: string): Promise<string[]> {
  const walk: Walk = { seq: 0, previousHash: GENESIS_HASH, findings: [] };
  for (let isMore = true; isMore && walk.findings.length < MAX_FINDINGS; ) {
    const links = await listChained(deps.db, walk.seq, BATCH);
    for (const link of links) checkLink(deps, walk, link);
    isMore = links.length === BATCH;
  }
  const head = await findHead(deps.db);
  if (head === undefined && walk.seq > 0) walk.findings.push('the chain has no head');
  if (head !== undefined && !isSigned(deps.secrets, head)) walk.findings.push('the head is not signed with the secret of this shop');
  if (
    head !== undefined &&
    walk.findings.length < MAX_FINDINGS &&
    (head.seq > walk.seq || (head.seq === walk.seq && !head.hash.equals(walk.previousHash)))
  )
    walk.findings.push(`the chain ends at link ${walk.seq}, its head is ${head.seq}: rows at the end were removed`);
  await checkUnchained(deps, walk.findings, head?.takesEarlier ?? true);
  if (recordedHead !== undefined) await checkRecordedHead(deps, walk.findings, recordedHead);
  return walk.findings;
}

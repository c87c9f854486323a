import type { Deps } from '#server/deps.ts';
import { areWordsWhole } from '#server/operators/audit-words.ts';
import { isLinkOf, isOurs, isSigned, NOTHING_BEFORE } from './links.ts';
import {
  type AuditRow,
  type Chained,
  findHead,
  findLinkHash,
  listChained,
  listLostUnchained,
  listUnchained,
  listUntracked,
} from './store.ts';

const BATCH = 2_000;
/** More than these are one broken thing, not many. */
const MAX_FINDINGS = 50;
const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/;

type VerifyDeps = Pick<Deps, 'db' | 'secrets'>;

const named = (row: AuditRow): string =>
  `row ${row.id} (${row.at_text} ${row.action} of ${row.subject_type} ${row.subject_id} by ${row.actor_id})`;

interface Walk {
  seq: number;
  before: Buffer;
  readonly findings: string[];
}

/** One link against the one before it and the row it links. */
function walkOn({ secrets }: VerifyDeps, walk: Walk, link: Chained): void {
  const { seq, row, auditId } = link;
  if (seq !== walk.seq + 1) walk.findings.push(`links ${walk.seq + 1} to ${seq - 1} are gone from the chain`);
  if (row === undefined) walk.findings.push(`row ${auditId} (link ${seq}) was removed`);
  else if (!isLinkOf(link.hash, row, { seq, before: walk.before, isOurs: link.isOurs }))
    walk.findings.push(`${named(row)} (link ${seq}) was changed, or the link before it`);
  else if (!areWordsWhole(secrets, row)) walk.findings.push(`${named(row)} (link ${seq}): its words were changed or removed`);
  if (row !== undefined && !link.isOurs) walk.findings.push(`${named(row)} (link ${seq}) was inserted: the shop did not write it`);
  Object.assign(walk, { seq, before: link.hash });
}

/** What is not chained yet: written within the last second, or never to be. */
async function checkUnchained({ db, secrets }: VerifyDeps, findings: string[], takesEarlier: boolean): Promise<void> {
  for (const row of await listUnchained(db, BATCH))
    if (!isOurs(secrets, row, takesEarlier)) findings.push(`${named(row)} was inserted: the shop did not write it`);
  for (const row of await listUntracked(db, MAX_FINDINGS)) findings.push(`${named(row)} was inserted past the chain`);
  for (const { audit_id: id } of await listLostUnchained(db, MAX_FINDINGS)) findings.push(`row ${id} was removed before it was chained`);
}

/** A head that somebody wrote down elsewhere must still be in the chain. */
async function checkNoted({ db }: VerifyDeps, findings: string[], noted: string): Promise<void> {
  const [, seq, hash] = HEAD.exec(noted) ?? [];
  if (seq === undefined || hash === undefined) findings.push(`"${noted}" is no head: it reads like 123:<64 hex digits>`);
  else if ((await findLinkHash(db, Number(seq)))?.toString('hex') !== hash)
    findings.push(`the head noted as ${seq} is not in the chain: rows up to it were removed or written anew`);
}

/**
 * Walks the whole audit log and names every row that was changed, removed or inserted beside the shop (R41), oldest first.
 * `noted`: a head kept elsewhere, against which a chain that was cut off at its end shows.
 */
export async function verifyAudit(deps: VerifyDeps, noted?: string): Promise<string[]> {
  const walk: Walk = { seq: 0, before: NOTHING_BEFORE, findings: [] };
  for (let isMore = true; isMore && walk.findings.length < MAX_FINDINGS; ) {
    const links = await listChained(deps.db, walk.seq, BATCH);
    for (const link of links) walkOn(deps, walk, link);
    isMore = links.length === BATCH;
  }
  const head = await findHead(deps.db);
  if (head === undefined && walk.seq > 0) walk.findings.push('the chain has no head');
  if (head !== undefined && !isSigned(deps.secrets, head)) walk.findings.push('the head is not signed with the secret of this shop');
  if (
    head !== undefined &&
    walk.findings.length < MAX_FINDINGS &&
    (head.seq > walk.seq || (head.seq === walk.seq && !head.hash.equals(walk.before)))
  )
    walk.findings.push(`the chain ends at link ${walk.seq}, its head is ${head.seq}: rows at the end were removed`);
  await checkUnchained(deps, walk.findings, head?.takesEarlier ?? true);
  if (noted !== undefined) await checkNoted(deps, walk.findings, noted);
  return walk.findings;
}

import { headName, parseHeadName } from '#core/ledger/chain.ts';
import type { Deps } from '#server/deps.ts';
import { genesisHash, isOurs, isSigned, linkHash } from './links.ts';
import { listBrokenSeals } from './seal-store.ts';
import {
  type ChainedTransfer,
  type Cursor,
  findLinkHash,
  findPosition,
  listChained,
  listOrphanEntries,
  listPastChain,
  listUnlinked,
  START,
  type StoredHead,
  type StoredTransfer,
} from './store.ts';

const BATCH = 1_000;
/** Stop after this many findings. */
const MAX_FINDINGS = 50;

type VerifyDeps = Pick<Deps, 'db' | 'secrets'>;

const describe = ({ record, createdAt }: StoredTransfer): string => {
  const of = record.orderId ?? record.withdrawalId;
  return `transfer ${record.id} (${createdAt} ${record.kind}${of === null ? '' : ` of ${of}`})`;
};

/** A link whose hash is not that of its transfer, and the hash it should have. */
interface Mismatch {
  readonly link: ChainedTransfer;
  readonly transfer: StoredTransfer;
  readonly previousHash: Buffer;
  readonly expected: Buffer;
}

interface Walk {
  number: number;
  /** Undefined after links that are gone: the next link cannot be checked. */
  previousHash: Buffer | undefined;
  readonly findings: { readonly number: number; readonly text: string }[];
  readonly mismatches: Mismatch[];
}

const find = (walk: Walk, number: number, text: string): unknown => walk.findings.push({ number, text });

/** Whether only the hash of the link before was changed: with the hash that belongs there, this one is right. */
function followsRightHash(walk: Walk, { number, isOurs: is, hash }: ChainedTransfer, transfer: StoredTransfer): boolean {
  const before = walk.mismatches.at(-1);
  if (before?.link.number !== number - 1) return false;
  if (!linkHash(before.expected, { number, isOurs: is }, transfer).equals(hash)) return false;
  walk.mismatches.pop();
  find(walk, before.link.number, `link ${before.link.number} was changed: its hash is not that of ${describe(before.transfer)}`);
  return true;
}

/** Compares a link with the link before it and with its transfer. */
function checkLink(walk: Walk, link: ChainedTransfer): void {
  const { number, transfer, transferId, hash } = link;
  if (number !== walk.number + 1) {
    find(walk, walk.number + 1, `links ${walk.number + 1} to ${number - 1} were removed`);
    walk.previousHash = undefined;
  }
  const { previousHash } = walk;
  walk.number = number;
  walk.previousHash = hash;
  if (transfer === undefined) return void find(walk, number, `transfer ${transferId} (link ${number}) was removed`);
  if (!link.isOurs) find(walk, number, `${describe(transfer)} (link ${number}) was inserted: the shop did not write it`);
  if (previousHash === undefined) return;
  const expected = linkHash(previousHash, link, transfer);
  if (expected.equals(hash) || followsRightHash(walk, link, transfer)) return;
  walk.mismatches.push({ link, transfer, previousHash, expected });
}

/** The link of the chain that this transfer was linked as, if it is another one. */
const placeOf = (transfer: StoredTransfer, mismatches: readonly Mismatch[]): Mismatch | undefined =>
  mismatches.find(({ link, previousHash }) => linkHash(previousHash, link, transfer).equals(link.hash));

/** Explains the links that do not have the hash of their transfer. */
function explainMismatches(walk: Walk): void {
  for (const { link, transfer } of walk.mismatches) {
    const place = placeOf(transfer, walk.mismatches);
    const what = `${describe(transfer)} (link ${link.number})`;
    find(walk, link.number, place === undefined ? `${what} was changed` : `${what} was re-ordered: it was linked as ${place.link.number}`);
  }
}

/** Checks transfers without a link: just written, or inserted. */
async function checkUnlinked(deps: VerifyDeps, head: StoredHead | undefined): Promise<string[]> {
  const next: Cursor = head?.next ?? START;
  const findings = (await listPastChain(deps.db, next, MAX_FINDINGS)).map(
    (transfer) => `${describe(transfer)} was inserted past the chain: it is older than the head and has no link`,
  );
  const waiting = await listUnlinked(deps.db, next, BATCH);
  const takesUnmarked = head?.takesUnmarked ?? true;
  for (const transfer of waiting.filter((each) => !isOurs(deps, each, takesUnmarked)).slice(0, MAX_FINDINGS))
    findings.push(`${describe(transfer)} was inserted: the shop did not write it`);
  for (const id of await listOrphanEntries(deps.db, MAX_FINDINGS)) findings.push(`transfer ${id} was removed, its entries were not`);
  return findings;
}

/** Compares the end of the chain with the signed heads before and after the walk: the job links meanwhile. */
async function checkHead(deps: VerifyDeps, walk: Walk, head: StoredHead | undefined): Promise<string[]> {
  const findings: string[] = [];
  const { head: latest } = await findPosition(deps.db);
  if (head === undefined || latest === undefined) {
    if (walk.number > 0 && latest === undefined) findings.push('the chain has no head');
    return findings;
  }
  if (!isSigned(deps, latest)) findings.push('the head is not signed with the secret of this shop');
  for (const end of [head, latest])
    if (end.number > 0 && (await findLinkHash(deps.db, end.number))?.toString('hex') !== end.hash)
      findings.push(`the head is link ${end.number}, which is not in the chain: links at the end were removed or written anew`);
  if (walk.number > latest.number) findings.push(`links ${latest.number + 1} to ${walk.number} were inserted after the head`);
  return [...new Set(findings)];
}

/** A head kept elsewhere must still be in the chain: a chain that was written anew as a whole has others. */
async function checkKeptHead({ db }: VerifyDeps, keptHead: string): Promise<string[]> {
  const head = parseHeadName(keptHead);
  if (head === undefined) return [`"${keptHead}" is no head: it reads like 123:<64 hex digits>`];
  if ((await findLinkHash(db, head.number))?.toString('hex') === head.hash) return [];
  return [`the kept head ${head.number} is not in the chain: transfers up to it were removed or the chain was written anew`];
}

export interface ChainVerification {
  /** Empty: the ledger is as it was written. The first finding is the first broken link. */
  readonly problems: readonly string[];
  /** Links that were compared. */
  readonly links: number;
  readonly head: StoredHead | undefined;
}

/**
 * Reports transfers that were changed, removed, inserted or re-ordered since they were written, and links that were. Reads the ledger in
 * batches. `keptHead` (from a mail) reveals a chain that was written anew.
 */
export async function verifyChain(deps: VerifyDeps, keptHead?: string): Promise<ChainVerification> {
  const { head } = await findPosition(deps.db);
  const start = head === undefined ? undefined : genesisHash(head.shopId);
  const walk: Walk = { number: 0, previousHash: start, findings: [], mismatches: [] };
  let links = 0;
  for (let isMore = true; isMore && walk.findings.length + walk.mismatches.length < MAX_FINDINGS; ) {
    const batch = await listChained(deps.db, walk.number, BATCH);
    for (const link of batch) checkLink(walk, link);
    links += batch.length;
    isMore = batch.length === BATCH;
  }
  const isWhole = walk.findings.length + walk.mismatches.length < MAX_FINDINGS;
  explainMismatches(walk);
  const problems = walk.findings.toSorted((a, b) => a.number - b.number).map(({ text }) => text);
  if (isWhole) problems.push(...(await checkHead(deps, walk, head)));
  problems.push(...(await checkUnlinked(deps, head)));
  for (const { number, day } of await listBrokenSeals(deps.db, MAX_FINDINGS))
    problems.push(`the head ${number}, mailed for ${day}, is not in the chain: it was written anew`);
  if (keptHead !== undefined) problems.push(...(await checkKeptHead(deps, keptHead)));
  return { problems: problems.slice(0, MAX_FINDINGS), links, head };
}

/** The end of the chain as people keep it. */
export const headLine = ({ head }: ChainVerification): string => (head === undefined ? 'nothing is linked yet' : headName(head));

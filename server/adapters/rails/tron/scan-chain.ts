import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import {
  type Cursor,
  type FoundOddity,
  type FoundTransfer,
  ownTransactions,
  readCursor,
  saveSeen,
  saveSolid,
  sendersOf,
  startCursor,
} from './chain-store.ts';
import { findOurAddresses } from './deposit-address.ts';
import type { State, TronNode } from './node.ts';
import type { Block, TransactionInfo } from './translate.ts';

export interface ScanDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly node: TronNode;
  /** Maximum of solid blocks per poll: a long backlog is read in small, saved steps. */
  readonly maxBlocksPerPoll: number;
}

/** Position of the scan, for counting confirmations. */
export interface ScanResult {
  readonly headNumber: number;
  /** Whether every block up to the head has been read. */
  readonly isCaughtUp: boolean;
}

/** A block with the results of its transactions. */
interface ReadBlock {
  readonly block: Block;
  readonly infos: ReadonlyMap<string, TransactionInfo>;
}

const BLOCKS_AT_A_TIME = 4;

/** The cursor; a new shop starts at the solid head. Must run before an address is offered. Refuses a node of another network. */
export async function ensureCursor({ db, clock, node }: Pick<ScanDeps, 'db' | 'clock' | 'node'>): Promise<Cursor> {
  const genesis = await node.genesis();
  const stored = await readCursor(db);
  if (stored && stored.genesis !== genesis) throw new RpcUnavailable('the node is on another network than before');
  if (stored) return stored;
  const { number, id, time } = await node.head('solid');
  await startCursor(db, { genesis, number, id, time }, clock.now());
  return { genesis, number, id, time };
}

/** Reads the next solid blocks and saves what concerns us. Throws `RpcUnavailable` when the node contradicts itself. */
export async function scanSolid(deps: ScanDeps): Promise<{ readonly solidNumber: number; readonly isCaughtUp: boolean }> {
  const cursor = await ensureCursor(deps);
  const solidHead = await deps.node.head('solid');
  const to = Math.min(solidHead.number, cursor.number + deps.maxBlocksPerPoll);
  if (to > cursor.number) await readSolid(deps, cursor, to);
  return { solidNumber: Math.max(cursor.number, to), isCaughtUp: to >= solidHead.number };
}

/** Reads solid blocks, then those above them, which may still be replaced. `recent` keeps the latter between polls. */
export async function scanChain(deps: ScanDeps, recent: Map<number, ReadBlock>): Promise<ScanResult> {
  const { solidNumber, isCaughtUp } = await scanSolid(deps);
  if (!isCaughtUp) return { headNumber: solidNumber, isCaughtUp };
  return { headNumber: await readRecent(deps, solidNumber, recent), isCaughtUp };
}

async function readBlock(node: TronNode, number: number, state: State): Promise<ReadBlock> {
  const block = await node.blockAt(number, state);
  if (block.transactions.length === 0) return { block, infos: new Map() };
  const infos = new Map((await node.infosOf(number, state)).map((info) => [info.txId, info]));
  // A block without one of its results is read again later: a payment must not be missed
  if (block.transactions.some(({ txId }) => !infos.has(txId))) throw new RpcUnavailable(`the node lacks results of block ${number}`);
  return { block, infos };
}

async function readSolid(deps: ScanDeps, cursor: Cursor, to: number): Promise<void> {
  const read: ReadBlock[] = [];
  for (let from = cursor.number + 1; from <= to; from += BLOCKS_AT_A_TIME) {
    const numbers = Array.from({ length: Math.min(BLOCKS_AT_A_TIME, to - from + 1) }, (_, index) => from + index);
    read.push(...(await Promise.all(numbers.map((number) => readBlock(deps.node, number, 'solid')))));
  }
  for (const [index, { block }] of read.entries()) {
    const parent = read[index - 1]?.block ?? cursor;
    if (block.parentId !== parent.id) throw new RpcUnavailable(`block ${block.number} does not follow the one read before`);
  }
  const last = read.at(-1)?.block;
  if (!last) return;
  const { transfers, oddities } = await findTransfers(deps, read);
  const foreign = await findForeignSpending(deps, read);
  const mined = read.flatMap(({ block }) => block.transactions.map(({ txId }) => ({ txId, blockNumber: block.number })));
  const found = [...oddities, ...foreign];
  const isSaved = await saveSolid(deps.db, cursor, { last, transfers, oddities: found, mined, now: deps.clock.now() });
  if (!isSaved) return;
  for (const oddity of found) deps.log.warn({ ...oddity }, 'tron_money_without_order');
}

/** Reads blocks above the solid ones down to a known one; returns the head's number. */
async function readRecent(deps: ScanDeps, solidNumber: number, recent: Map<number, ReadBlock>): Promise<number> {
  const head = await deps.node.head('latest');
  for (const number of recent.keys()) if (number <= solidNumber || number > head.number) recent.delete(number);
  const added: ReadBlock[] = [];
  let expectedId = head.id;
  for (let number = head.number; number > solidNumber && recent.get(number)?.block.id !== expectedId; number -= 1) {
    const read = await readBlock(deps.node, number, 'latest');
    if (read.block.id !== expectedId) throw new RpcUnavailable('the chain changed while it was read');
    added.push(read);
    expectedId = read.block.parentId;
  }
  const { transfers } = await findTransfers(deps, added);
  if (transfers.length > 0) await saveSeen(deps.db, transfers);
  for (const read of added) recent.set(read.block.number, read);
  return head.number;
}

interface Candidate {
  readonly to: string;
  readonly contract: string | null;
  readonly amount: bigint;
  readonly txId: string;
  readonly position: string;
  readonly block: Block;
}

/** Transfers of successful transactions, of the coin and of every token. */
function candidatesOf({ block, infos }: ReadBlock): Candidate[] {
  return block.transactions.flatMap(({ txId, isSuccessful, coin }) => {
    const info = infos.get(txId);
    if (!isSuccessful || info?.isSuccessful !== true) return [];
    const tokens = info.transfers.map(({ to, contract, amount, position }) => ({ to, contract, amount, position: String(position) }));
    const all = coin === null ? tokens : [{ ...coin, contract: null, position: 'trx' }, ...tokens];
    return all.map((transfer) => ({ ...transfer, txId, block }));
  });
}

/** Transfers to our addresses: in the asset that the order expects, and in others. */
async function findTransfers(
  { db, clock }: ScanDeps,
  read: readonly ReadBlock[],
): Promise<{ readonly transfers: readonly FoundTransfer[]; readonly oddities: readonly FoundOddity[] }> {
  const candidates = read.flatMap(candidatesOf);
  const ours = await findOurAddresses(
    db,
    candidates.map(({ to }) => to),
  );
  const transfers: FoundTransfer[] = [];
  const oddities: FoundOddity[] = [];
  for (const { to, contract, amount, txId, position, block } of candidates) {
    const address = ours.get(to);
    if (!address) continue;
    const externalId = `${txId}:${position}`;
    // The block's own time: a payment made in time while we were down counts as in time
    const firstSeenAt = Math.min(block.time, clock.now());
    if (address.contract === contract)
      transfers.push({ externalId, orderId: address.orderId, amount, txId, blockNumber: block.number, firstSeenAt });
    else
      oddities.push({
        subject: externalId,
        detail: `${amount} of ${contract ?? 'the coin'} on the address of order ${address.orderId}`,
      });
  }
  return { transfers, oddities };
}

/** Transactions of our paying accounts that no payout explains: someone else has the key. */
async function findForeignSpending({ db }: ScanDeps, read: readonly ReadBlock[]): Promise<readonly FoundOddity[]> {
  const senders = await sendersOf(db);
  const sent = read.flatMap(({ block }) => block.transactions.filter(({ owner }) => owner !== null && senders.has(owner)));
  const own = await ownTransactions(
    db,
    sent.map(({ txId }) => txId),
  );
  return sent
    .filter(({ txId }) => !own.has(txId))
    .map(({ txId, owner }) => ({
      subject: `${txId}:sender`,
      detail: `a transaction of ${owner}, from which payouts are made, is no payout`,
    }));
}

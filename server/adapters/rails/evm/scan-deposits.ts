import { DAY_MS, SECOND_MS, type Instant } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { type DepositAddress, ownAddresses, watchedAddresses } from './address-store.ts';
import {
  type BlockMark,
  type Cursor,
  readCursor,
  rememberedBlocks,
  rewind,
  saveStretch,
  type SeenTransfer,
  startCursor,
  type UnmatchedTransfer,
} from './chain-store.ts';
import type { EvmNode } from './node.ts';
import { RpcUnavailable } from './rpc.ts';
import {
  type Block,
  coinTransfers,
  type FoundTransfer,
  type Header,
  isUnbroken,
  tokenTransfers,
  topicOfAddress,
  TRANSFER_TOPIC,
  transferId,
} from './translate.ts';

export interface ScanDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly node: EvmNode;
  /** Blocks read by one poll at most: a long absence is caught up in small, saved steps. */
  readonly maxBlocksPerPoll: number;
}

/** Tokens are looked for on addresses this young; coin on all of them. Far beyond the 8 days of domain 5. */
const TOKEN_WATCH_MS = 30 * DAY_MS;
const ADDRESSES_PER_FILTER = 500;
const BLOCKS_AT_A_TIME = 4;

/** The cursor of the node's chain; begins at the head when the chain is new to us. An address is offered only after that. */
export async function ensureCursor({ db, clock, node }: Pick<ScanDeps, 'db' | 'clock' | 'node'>): Promise<Cursor> {
  const chainId = await node.chainId();
  const known = await readCursor(db, chainId);
  if (known) return known;
  const head = await node.head();
  await startCursor(db, { chainId, number: head.number, hash: head.hash }, clock.now());
  return { chainId, number: head.number, hash: head.hash };
}

/** Where the scan stands now, for counting confirmations. */
export interface ScanResult {
  readonly chainId: number;
  readonly headNumber: number;
  readonly headHash: string;
  /** Whether every block up to the head has been read. */
  readonly caughtUp: boolean;
}

/**
 * Reads the next stretch of blocks: first makes sure that what was read before is still the chain, then collects transfers
 * to our addresses and saves them with the new cursor. Throws `RpcUnavailable` when the node contradicts itself: nothing is saved.
 */
export async function scanDeposits(deps: ScanDeps): Promise<ScanResult> {
  const found = await ensureCursor(deps);
  const head = await deps.node.head();
  const cursor = await standOnChain(deps, found, head);
  const to = Math.min(head.number, cursor.number + deps.maxBlocksPerPoll);
  if (to > cursor.number) await readStretch(deps, cursor, to);
  return { chainId: cursor.chainId, headNumber: head.number, headHash: head.hash, caughtUp: to === head.number };
}

/** The cursor itself if its block is still on the chain; otherwise takes back what vanished, down to the last common block. */
async function standOnChain(deps: ScanDeps, cursor: Cursor, head: Header): Promise<Cursor> {
  if (await isOnChain(deps.node, cursor, head)) return cursor;
  const remembered = await rememberedBlocks(deps.db, cursor.chainId);
  const isBehind = cursor.number > head.number && remembered.some((mark) => mark.number === head.number && mark.hash === head.hash);
  // Another node of the same provider, a few blocks late: nothing vanished.
  if (isBehind) throw new RpcUnavailable('the node is behind what was read before');
  const common = await lastCommon(deps.node, remembered, head);
  deps.log.warn({ chain_id: cursor.chainId, from: cursor.number, to: common.number }, 'evm_chain_reorganised');
  const moved = await rewind(deps.db, cursor, { ...common, now: deps.clock.now() });
  if (!moved) throw new RpcUnavailable('another process is reading the chain');
  return { chainId: cursor.chainId, ...common };
}

async function isOnChain(node: EvmNode, mark: BlockMark, head: Header): Promise<boolean> {
  if (mark.number > head.number) return false;
  if (mark.number === head.number) return mark.hash === head.hash;
  return (await node.headerAt(mark.number))?.hash === mark.hash;
}

async function lastCommon(node: EvmNode, remembered: readonly BlockMark[], head: Header): Promise<BlockMark> {
  for (const mark of remembered) if (await isOnChain(node, mark, head)) return mark;
  // Not one block in common: another chain under the same id (a wiped development chain). Begin below all we knew.
  const oldest = Math.max(0, Math.min((remembered.at(-1)?.number ?? 0) - 1, head.number));
  const start = await node.headerAt(oldest);
  if (!start) throw new RpcUnavailable(`the node does not have block ${oldest}`);
  return { number: start.number, hash: start.hash };
}

async function readStretch(deps: ScanDeps, cursor: Cursor, to: number): Promise<void> {
  const blocks = await readBlocks(deps.node, cursor, to);
  const watched = await watchedAddresses(deps.db, cursor.chainId, deps.clock.now() - TOKEN_WATCH_MS);
  const tokens = await readTokenTransfers(deps.node, blocks, watched);
  const candidates = [...blocks.flatMap(coinTransfers), ...tokens];
  const own = await ownAddresses(
    deps.db,
    cursor.chainId,
    candidates.map((transfer) => transfer.to),
  );
  const times = new Map(blocks.map((block) => [block.number, block.timestamp * SECOND_MS]));
  const seen: SeenTransfer[] = [];
  const unmatched: UnmatchedTransfer[] = [];
  for (const transfer of candidates) {
    const address = own.get(transfer.to);
    if (!address) continue;
    const settled = await confirmMoved(deps, transfer, { address, blockTime: times.get(transfer.blockNumber) ?? deps.clock.now() });
    if (!settled) continue;
    if (address.contract === transfer.contract) seen.push(settled);
    else unmatched.push({ ...settled, contract: transfer.contract });
  }
  const saved = await saveStretch(deps.db, cursor, { blocks, seen, unmatched, now: deps.clock.now() });
  if (saved) logUnmatched(deps.log, unmatched);
}

/** Blocks after the cursor up to `to`, each the child of the one before. */
async function readBlocks(node: EvmNode, cursor: Cursor, to: number): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for (let from = cursor.number + 1; from <= to; from += BLOCKS_AT_A_TIME) {
    const numbers = Array.from({ length: Math.min(BLOCKS_AT_A_TIME, to - from + 1) }, (_, index) => from + index);
    blocks.push(...(await Promise.all(numbers.map((number) => node.blockAt(number)))));
  }
  if (!isUnbroken(cursor, blocks)) throw new RpcUnavailable('the chain changed while it was read');
  return blocks;
}

/** Token transfers to watched addresses, of any token: a wrong one must be noticed too. */
async function readTokenTransfers(node: EvmNode, blocks: readonly Block[], watched: readonly string[]): Promise<readonly FoundTransfer[]> {
  const [first, last] = [blocks.at(0), blocks.at(-1)];
  if (!first || !last) return [];
  const hashes = new Map(blocks.map((block) => [block.number, block.hash]));
  const transfers: FoundTransfer[] = [];
  for (let from = 0; from < watched.length; from += ADDRESSES_PER_FILTER) {
    const receivers = watched.slice(from, from + ADDRESSES_PER_FILTER).map(topicOfAddress);
    transfers.push(...tokenTransfers(await node.logs({ from: first.number, to: last.number, topics: [TRANSFER_TOPIC, null, receivers] })));
  }
  for (const transfer of transfers) {
    if (hashes.get(transfer.blockNumber) !== transfer.blockHash) throw new RpcUnavailable('the chain changed while it was read');
  }
  return transfers;
}

/** The transfer with its lasting name; undefined when its transaction failed: then nothing moved. */
async function confirmMoved(
  deps: ScanDeps,
  transfer: FoundTransfer,
  { address, blockTime }: { readonly address: DepositAddress; readonly blockTime: Instant },
): Promise<SeenTransfer | undefined> {
  const receipt = await deps.node.receipt(transfer.txHash);
  if (receipt?.blockHash !== transfer.blockHash) throw new RpcUnavailable('the chain changed while it was read');
  if (receipt.status !== 1) return undefined;
  const externalId = transferId(transfer, receipt);
  if (externalId === undefined) throw new RpcUnavailable('the receipt does not carry the log');
  const { amount, txHash, blockNumber, blockHash } = transfer;
  // The block's own time: who paid in time while we were away has paid in time.
  const firstSeenAt = Math.min(blockTime, deps.clock.now());
  return { externalId, orderId: address.orderId, amount, txHash, blockNumber, blockHash, firstSeenAt };
}

function logUnmatched(log: Log, unmatched: readonly UnmatchedTransfer[]): void {
  for (const transfer of unmatched) {
    const { orderId, contract, amount, txHash } = transfer;
    log.warn({ order_id: orderId, contract, amount: amount.toString(), tx_hash: txHash }, 'evm_unmatched_transfer');
  }
}

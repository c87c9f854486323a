import { DAY_MS, type Instant, SECOND_MS } from '#core/time.ts';
import type { Deposit, RailEvents } from '#server/adapters/rails/port.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { type DepositAddress, findOurAddresses, watchedAddresses } from './deposit-address.ts';
import {
  type BlockId,
  type Cursor,
  markReported,
  type MatchedTransfer,
  readCursor,
  rewind,
  saveRange,
  startCursor,
  storedBlocks,
  type TrackedTransfer,
  type UnmatchedTransfer,
  transfersToReport,
} from './chain-store.ts';
import type { EvmNode } from './node.ts';
import { RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import {
  type Block,
  type ChainTransfer,
  coinTransfers,
  type Header,
  isUnbroken,
  tokenTransfers,
  topicOfAddress,
  TRANSFER_TOPIC,
  transferId,
} from './translate.ts';
import { findUsedNonces } from './used-nonces.ts';

export interface ScanDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly node: EvmNode;
  /** Maximum of blocks per poll: a long backlog is read in small, saved steps. */
  readonly maxBlocksPerPoll: number;
}

/** Tokens are watched on addresses this recent; coin on all of them. Far beyond the 8 days of domain 5. */
const TOKEN_WATCH_MS = 30 * DAY_MS;
const ADDRESSES_PER_FILTER = 500;
const BLOCKS_AT_A_TIME = 4;

/** The cursor of the node's chain; a new chain starts at the head. Must run before an address is offered. */
export async function ensureCursor({ db, clock, node }: Pick<ScanDeps, 'db' | 'clock' | 'node'>): Promise<Cursor> {
  const chainId = await node.chainId();
  const stored = await readCursor(db, chainId);
  if (stored) return stored;
  const head = await node.head();
  await startCursor(db, { chainId, number: head.number, hash: head.hash }, clock.now());
  return { chainId, number: head.number, hash: head.hash };
}

/** Position of the scan, for counting confirmations. */
interface ScanResult {
  readonly chainId: number;
  readonly headNumber: number;
  readonly headHash: string;
  /** Whether every block up to the head has been read. */
  readonly caughtUp: boolean;
}

/**
 * Reads the next range of blocks.
 * - Checks that the blocks read before are still on the chain.
 * - Collects transfers to our addresses and saves them with the new cursor.
 * - Throws `RpcUnavailable`, and saves nothing, when the node contradicts itself.
 */
export async function scanDeposits(deps: ScanDeps): Promise<ScanResult> {
  const stored = await ensureCursor(deps);
  const head = await deps.node.head();
  const cursor = await rewindIfReorganised(deps, stored, head);
  const to = Math.min(head.number, cursor.number + deps.maxBlocksPerPoll);
  if (to > cursor.number) await readRange(deps, cursor, to);
  return { chainId: cursor.chainId, headNumber: head.number, headHash: head.hash, caughtUp: to === head.number };
}

/** The cursor itself if its block is still on the chain; otherwise rewinds to the last common block. */
async function rewindIfReorganised(deps: ScanDeps, cursor: Cursor, head: Header): Promise<Cursor> {
  if (await isOnChain(deps.node, cursor, head)) return cursor;
  const storedIds = await storedBlocks(deps.db, cursor.chainId);
  const isBehind = cursor.number > head.number && storedIds.some((block) => block.number === head.number && block.hash === head.hash);
  // Another node of the same provider, a few blocks behind: nothing was reorganised.
  if (isBehind) throw new RpcUnavailable('the node is behind what was read before');
  const common = await findCommonBlock(deps.node, storedIds, head);
  deps.log.warn({ chain_id: cursor.chainId, from: cursor.number, to: common.number }, 'evm_chain_reorganised');
  const moved = await rewind(deps.db, cursor, { ...common, now: deps.clock.now() });
  if (!moved) throw new RpcUnavailable('another process is reading the chain');
  return { chainId: cursor.chainId, ...common };
}

async function isOnChain(node: EvmNode, block: BlockId, head: Header): Promise<boolean> {
  if (block.number > head.number) return false;
  if (block.number === head.number) return block.hash === head.hash;
  return (await node.headerAt(block.number))?.hash === block.hash;
}

async function findCommonBlock(node: EvmNode, storedIds: readonly BlockId[], head: Header): Promise<BlockId> {
  for (const block of storedIds) if (await isOnChain(node, block, head)) return block;
  // No block in common: another chain under the same id (a wiped development chain). Start below all stored blocks.
  const oldest = Math.max(0, Math.min((storedIds.at(-1)?.number ?? 0) - 1, head.number));
  const start = await node.headerAt(oldest);
  if (!start) throw new RpcUnavailable(`the node does not have block ${oldest}`);
  return { number: start.number, hash: start.hash };
}

async function readRange(deps: ScanDeps, cursor: Cursor, to: number): Promise<void> {
  const blocks = await readBlocks(deps.node, cursor, to);
  const watched = await watchedAddresses(deps.db, cursor.chainId, deps.clock.now() - TOKEN_WATCH_MS);
  const tokens = await readTokenTransfers(deps.node, blocks, watched);
  const candidates = [...blocks.flatMap(coinTransfers), ...tokens];
  const ourAddresses = await findOurAddresses(
    deps.db,
    cursor.chainId,
    candidates.map((transfer) => transfer.to),
  );
  const times = new Map(blocks.map((block) => [block.number, block.timestamp * SECOND_MS]));
  const matched: MatchedTransfer[] = [];
  const unmatched: UnmatchedTransfer[] = [];
  for (const transfer of candidates) {
    const address = ourAddresses.get(transfer.to);
    if (!address) continue;
    const confirmed = await confirmTransfer(deps, transfer, { address, blockTime: times.get(transfer.blockNumber) ?? deps.clock.now() });
    if (!confirmed) continue;
    if (address.contract === transfer.contract) matched.push(confirmed);
    else unmatched.push({ ...confirmed, contract: transfer.contract });
  }
  const nonces = await findUsedNonces(deps.db, cursor.chainId, blocks);
  const saved = await saveRange(deps.db, cursor, { blocks, matched, unmatched, nonces, now: deps.clock.now() });
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
async function readTokenTransfers(node: EvmNode, blocks: readonly Block[], watched: readonly string[]): Promise<readonly ChainTransfer[]> {
  const [first, last] = [blocks.at(0), blocks.at(-1)];
  if (!first || !last) return [];
  const hashes = new Map(blocks.map((block) => [block.number, block.hash]));
  const transfers: ChainTransfer[] = [];
  for (let from = 0; from < watched.length; from += ADDRESSES_PER_FILTER) {
    const receivers = watched.slice(from, from + ADDRESSES_PER_FILTER).map(topicOfAddress);
    transfers.push(...tokenTransfers(await node.logs({ from: first.number, to: last.number, topics: [TRANSFER_TOPIC, null, receivers] })));
  }
  for (const transfer of transfers) {
    if (hashes.get(transfer.blockNumber) !== transfer.blockHash) throw new RpcUnavailable('the chain changed while it was read');
  }
  return transfers;
}

/** The transfer with its permanent id; undefined if its transaction failed and nothing moved. */
async function confirmTransfer(
  deps: ScanDeps,
  transfer: ChainTransfer,
  { address, blockTime }: { readonly address: DepositAddress; readonly blockTime: Instant },
): Promise<MatchedTransfer | undefined> {
  const receipt = await deps.node.receipt(transfer.txHash);
  if (receipt?.blockHash !== transfer.blockHash) throw new RpcUnavailable('the chain changed while it was read');
  if (receipt.status !== 1) return undefined;
  const externalId = transferId(transfer, receipt);
  if (externalId === undefined) throw new RpcUnavailable('the receipt does not carry the log');
  const { amount, txHash, blockNumber, blockHash } = transfer;
  // The block's own time: a payment made in time during our downtime counts as in time.
  const firstSeenAt = Math.min(blockTime, deps.clock.now());
  return { externalId, orderId: address.orderId, amount, txHash, blockNumber, blockHash, firstSeenAt };
}

function logUnmatched(log: Log, unmatched: readonly UnmatchedTransfer[]): void {
  for (const transfer of unmatched) {
    const { orderId, contract, amount, txHash } = transfer;
    log.warn({ order_id: orderId, contract, amount: amount.toString(), tx_hash: txHash }, 'evm_unmatched_transfer');
  }
}

/** The report due for a transfer; undefined if it was reported already or it is too early to say. */
export function nextReport(
  transfer: TrackedTransfer,
  scan: Pick<ScanResult, 'headNumber' | 'caughtUp'>,
): Pick<Deposit, 'state' | 'confirmations'> | undefined {
  if (transfer.orphaned) {
    // A later block may contain it again: reverted only after all blocks were read.
    const isReverted = scan.caughtUp && (transfer.reportedState === 'seen' || transfer.reportedState === 'final');
    return isReverted ? { state: 'reverted', confirmations: 0 } : undefined;
  }
  if (transfer.reportedState === 'final') return undefined;
  const depth = Math.max(0, scan.headNumber - transfer.blockNumber + 1);
  const confirmations = Math.min(depth, transfer.requiredConfirmations);
  const state = confirmations >= transfer.requiredConfirmations ? 'final' : 'seen';
  const isReported = state === transfer.reportedState && confirmations === transfer.reportedConfirmations;
  return isReported ? undefined : { state, confirmations };
}

/** Reports every change to the order side. A report that could not be stored is repeated by the next poll. */
export async function reportDeposits(
  { db, log, railName }: { readonly db: Db; readonly log: Log; readonly railName: string },
  scan: ScanResult,
  events: RailEvents,
): Promise<void> {
  for (const transfer of await transfersToReport(db, scan.chainId)) {
    const report = nextReport(transfer, scan);
    if (!report) continue;
    try {
      await events.deposit({
        rail: railName,
        externalId: transfer.externalId,
        reference: transfer.address,
        paymentSystemCode: transfer.paymentSystemCode,
        amount: transfer.amount,
        requiredConfirmations: transfer.requiredConfirmations,
        txHash: transfer.txHash,
        firstSeenAt: transfer.firstSeenAt,
        ...report,
      });
    } catch (error) {
      log.warn({ external_id: transfer.externalId, error }, 'evm_deposit_not_taken');
      continue;
    }
    await markReported(db, scan.chainId, { externalId: transfer.externalId, ...report });
  }
}

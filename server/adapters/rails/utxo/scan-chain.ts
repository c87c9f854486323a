import { SECOND_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import { findChangedTxids } from './changed-txid.ts';
import {
  type Cursor,
  droppedCoins,
  payoutScripts,
  type Range,
  readCursor,
  rewind,
  saveRange,
  startCursor,
  storedBlocks,
  unminedTransactions,
  unspentOutpoints,
} from './chain-store.ts';
import type { Coin, Network } from './coins.ts';
import { requiredFor } from './confirmations.ts';
import { findDepositAddresses } from './deposit-address.ts';
import type { SeenDeposit } from './deposit-store.ts';
import type { CoreNode } from './node.ts';
import type { Block, BlockId, ChainTransaction } from './translate.ts';

export interface ScanDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly node: CoreNode;
  readonly coin: Coin;
  /** In production only the main network is served. */
  readonly mainOnly: boolean;
  /** Maximum of blocks per poll: a long backlog is read in small, saved steps. */
  readonly maxBlocksPerPoll: number;
}

/** The network of the node; undefined: another coin, or a test network in production. */
export async function servedNetwork({ node, mainOnly }: Pick<ScanDeps, 'node' | 'mainOnly'>): Promise<Network | undefined> {
  const network = await node.network();
  return network?.name !== 'main' && mainOnly ? undefined : network;
}

/** A new chain starts this far below the head, so that a reorganisation of the first block read has a block below it. */
const FIRST_BLOCKS = 20;

/** The cursor of the node's chain. Must run before an address is offered. */
export async function ensureCursor({ db, clock, node }: Pick<ScanDeps, 'db' | 'clock' | 'node'>, network: Network): Promise<Cursor> {
  const chain = network.genesis;
  const stored = await readCursor(db, chain);
  if (stored) return stored;
  const head = await node.head();
  const height = Math.max(0, head.height - FIRST_BLOCKS);
  const start = { chain, height, hash: await node.hashAt(height) };
  await startCursor(db, start, clock.now());
  return (await readCursor(db, chain)) ?? start;
}

/** Position of the scan, for counting confirmations. */
export interface ScanResult {
  readonly chain: string;
  readonly head: BlockId;
  /** Height up to which every block has been read. */
  readonly height: number;
  /** Whether every block up to the head has been read. */
  readonly caughtUp: boolean;
}

/**
 * Reads the next range of blocks.
 * - Checks that the blocks read before are still on the chain.
 * - Collects payments to us, our coins and their spending, and saves them with the new cursor.
 * - Throws `RpcUnavailable`, and saves nothing, when the node contradicts itself or serves another chain.
 */
export async function scanChain(deps: ScanDeps): Promise<ScanResult> {
  const network = await servedNetwork(deps);
  if (!network) throw new RpcUnavailable('the node is on another chain');
  const stored = await ensureCursor(deps, network);
  const head = await deps.node.head();
  const cursor = await rewindIfReorganised(deps, stored, head);
  const to = Math.min(head.height, cursor.height + deps.maxBlocksPerPoll);
  if (to === cursor.height || (await readRange(deps, cursor, to)))
    return { chain: cursor.chain, head, height: to, caughtUp: to === head.height };
  // Another process has read these blocks: what it has saved counts.
  const current = await readCursor(deps.db, cursor.chain);
  return { chain: cursor.chain, head, height: current?.height ?? cursor.height, caughtUp: current?.hash === head.hash };
}

/** The cursor itself if its block is still on the chain; otherwise rewinds to the last common block. */
async function rewindIfReorganised(deps: ScanDeps, cursor: Cursor, head: BlockId): Promise<Cursor> {
  if (await isOnChain(deps.node, cursor, head)) return cursor;
  const known = await storedBlocks(deps.db, cursor.chain);
  const isBehind = cursor.height > head.height && known.some((block) => block.height === head.height && block.hash === head.hash);
  // Another node behind the same address, a few blocks behind: nothing was reorganised.
  if (isBehind) throw new RpcUnavailable('the node is behind what was read before');
  const common = await findCommonBlock(deps.node, known, head);
  deps.log.warn({ coin: deps.coin.name, from: cursor.height, to: common.height }, 'utxo_chain_reorganised');
  const moved = await rewind(deps.db, cursor, { ...common, now: deps.clock.now() });
  if (!moved) throw new RpcUnavailable('another process is reading the chain');
  return { chain: cursor.chain, ...common };
}

async function isOnChain(node: CoreNode, block: BlockId, head: BlockId): Promise<boolean> {
  if (block.height > head.height) return false;
  if (block.height === head.height) return block.hash === head.hash;
  return (await node.hashAt(block.height)) === block.hash;
}

/** No block in common is not a reorganisation: the node has not read the chain, or has lost it. A person decides. */
async function findCommonBlock(node: CoreNode, known: readonly BlockId[], head: BlockId): Promise<BlockId> {
  for (const block of known) if (await isOnChain(node, block, head)) return block;
  throw new RpcUnavailable('the node has none of the blocks that were read before');
}

async function readRange(deps: ScanDeps, cursor: Cursor, to: number): Promise<boolean> {
  const blocks = await readBlocks(deps.node, cursor, to);
  return await saveRange(deps.db, cursor, await findOurs(deps, cursor.chain, blocks));
}

/** Blocks after the cursor up to `to`, each the child of the one before. */
async function readBlocks(node: CoreNode, cursor: Cursor, to: number): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  let last: BlockId = cursor;
  while (last.height < to) {
    const block = await node.block(await node.hashAt(last.height + 1));
    if (block.previousHash !== last.hash || block.height !== last.height + 1)
      throw new RpcUnavailable('the chain changed while it was read');
    blocks.push(block);
    last = block;
  }
  return blocks;
}

async function findOurs(deps: ScanDeps, chain: string, blocks: readonly Block[]): Promise<Range> {
  const now = deps.clock.now();
  const [watched, unspent, unmined, dropped] = await Promise.all([
    payoutScripts(deps.db, chain),
    unspentOutpoints(deps.db, chain),
    unminedTransactions(deps.db, chain),
    droppedCoins(deps.db, chain),
  ]);
  const mined = blocks.flatMap((block) => block.transactions.map((transaction) => ({ transaction, block })));
  const coins = mined.flatMap(({ transaction: { txid, isCoinbase, outputs, spends: inputs }, block }) =>
    outputs
      .filter(({ script, amount }) => watched.has(script) && amount >= deps.coin.dustLimit)
      .map((output) => ({ ...output, txid, isCoinbase, blockHeight: block.height, inputs })),
  );
  const ownOutpoints = new Set([...unspent, ...coins.map(({ txid, vout }) => `${txid}:${vout}`)]);
  const spends = mined.flatMap(({ transaction, block }) =>
    transaction.spends
      .filter((outpoint) => ownOutpoints.has(outpoint))
      .map((outpoint) => ({ ...parseOutpoint(outpoint), spentBy: transaction.txid, blockHeight: block.height })),
  );
  const deposits: SeenDeposit[] = [];
  for (const block of blocks) {
    // The block's own time: a payment made in time during our downtime counts as in time.
    const firstSeenAt = Math.min(block.time * SECOND_MS, now);
    deposits.push(...(await findDeposits(deps, { chain, transactions: block.transactions, blockHeight: block.height, firstSeenAt })));
  }
  const ours = mined
    .filter(({ transaction }) => unmined.has(transaction.txid))
    .map(({ transaction, block }) => ({ txid: transaction.txid, blockHeight: block.height }));
  const spenders = new Set(spends.map(({ spentBy }) => spentBy));
  const unrecorded = mined.filter(({ transaction: { txid } }) => spenders.has(txid) && !unmined.has(txid));
  const changed = await findChangedTxids(
    deps.db,
    chain,
    unrecorded.map(({ transaction, block }) => ({ transaction, blockHeight: block.height })),
  );
  const excluded = mined.flatMap(({ transaction, block }) =>
    dropped
      .filter(({ txid, inputs }) => txid !== transaction.txid && inputs.some((input) => transaction.spends.includes(input)))
      .map(({ txid }) => ({ txid, blockHeight: block.height })),
  );
  return { blocks, deposits, coins, spends, mined: ours, changed, excluded, now };
}

function parseOutpoint(outpoint: string): { readonly txid: string; readonly vout: number } {
  const [txid = '', vout = ''] = outpoint.split(':');
  return { txid, vout: Number(vout) };
}

/** The outputs to deposit addresses; amounts below the dust limit count as nothing. */
export async function findDeposits(
  { db, coin }: Pick<ScanDeps, 'db' | 'coin'>,
  seen: { readonly chain: string; readonly transactions: readonly ChainTransaction[] } & Pick<SeenDeposit, 'blockHeight' | 'firstSeenAt'>,
): Promise<SeenDeposit[]> {
  const { chain, transactions, blockHeight, firstSeenAt } = seen;
  const outputs = transactions.flatMap(({ txid, isCoinbase, outputs: all }) =>
    all.filter(({ amount }) => amount >= coin.dustLimit).map((output) => ({ ...output, txid, isCoinbase })),
  );
  const addresses = await findDepositAddresses(
    db,
    chain,
    outputs.map(({ script }) => script),
  );
  return outputs.flatMap(({ txid, vout, amount, isCoinbase, script }) => {
    const address = addresses.get(script);
    if (!address) return [];
    const required = requiredFor(amount, { least: address.requiredConfirmations, steps: address.confirmationSteps });
    const requiredConfirmations = isCoinbase ? Math.max(required, coin.coinbaseMaturity) : required;
    return [{ txid, vout, orderId: address.orderId, amount, requiredConfirmations, blockHeight, firstSeenAt }];
  });
}

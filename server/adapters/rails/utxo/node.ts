import { RpcRefusal, RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import type { Coin, Network } from './coins.ts';
import type { CoreRpc } from './rpc.ts';
import {
  type Block,
  type BlockId,
  type ChainTransaction,
  readBlock,
  readCoin,
  readEstimate,
  readHash,
  readHashes,
  readIsLoaded,
  readHead,
  readIncrementalRate,
  readMinimumRate,
  readRefusal,
  readTransaction,
} from './translate.ts';

export type UnspentOutput = ReturnType<typeof readCoin>;

/** The node calls that the rail uses, parsed. Every call throws `RpcUnavailable` or `RpcRefusal`. */
export interface CoreNode {
  /** The coin's network that the node is on; undefined: another coin. Asked once per connection. */
  network(): Promise<Network | undefined>;
  head(): Promise<BlockId>;
  /** Hash of the block at a height of the current chain, which must not be above the head. */
  hashAt(height: number): Promise<string>;
  block(hash: string): Promise<Block>;
  /** False while a node that was restarted still reads its stored mempool. */
  isMempoolLoaded(): Promise<boolean>;
  /** Transactions in the node's mempool, by id. */
  mempool(): Promise<readonly string[]>;
  /** Transactions of the mempool; those that left it meanwhile are absent. */
  mempoolTransactions(txids: readonly string[]): Promise<readonly ChainTransaction[]>;
  isInMempool(txid: string): Promise<boolean>;
  /** Each of these outputs if neither the chain nor the mempool spends it, else null; in their order. */
  unspent(outpoints: readonly { readonly txid: string; readonly vout: number }[]): Promise<readonly UnspentOutput[]>;
  /** Estimated rate for a block within `target` blocks; undefined: the node cannot tell. */
  feeRate(target: number): Promise<bigint | undefined>;
  /** The lowest rate that the mempool accepts. */
  minimumFeeRate(): Promise<bigint | undefined>;
  /** Rate per byte that a replacement pays beyond what it replaces. */
  incrementalRate(): Promise<bigint | undefined>;
  /** The reason why the mempool would refuse this transaction; undefined: it would take it, or the node cannot tell. */
  refusalReason(rawTx: string): Promise<string | undefined>;
  broadcast(rawTx: string): Promise<void>;
}

const TRANSACTIONS_AT_A_TIME = 100;
const DECODED = 2;
const NOT_FOUND = -5;
const OUT_OF_RANGE = -8;
const NO_SUCH_METHOD = -32601;

async function findNetwork(rpc: CoreRpc, coin: Coin): Promise<Network | undefined> {
  const genesis = readHash(await rpc.call('getblockhash', [0]));
  const network = coin.networks.find((one) => one.genesis === genesis);
  if (network?.checkpoint === undefined) return network;
  const { height, hash } = network.checkpoint;
  try {
    return readHash(await rpc.call('getblockhash', [height])) === hash ? network : undefined;
  } catch (error) {
    if (error instanceof RpcRefusal && error.code === OUT_OF_RANGE) throw new RpcUnavailable('the node has not read the chain yet');
    throw error;
  }
}

async function isInMempool(rpc: CoreRpc, txid: string): Promise<boolean> {
  try {
    await rpc.call('getmempoolentry', [txid]);
    return true;
  } catch (error) {
    if (error instanceof RpcRefusal && error.code === NOT_FOUND) return false;
    throw error;
  }
}

async function mempoolTransactions(rpc: CoreRpc, txids: readonly string[]): Promise<readonly ChainTransaction[]> {
  const found: ChainTransaction[] = [];
  for (let from = 0; from < txids.length; from += TRANSACTIONS_AT_A_TIME) {
    const part = txids.slice(from, from + TRANSACTIONS_AT_A_TIME);
    // `true`: Dogecoin's node takes no number here.
    const answers = await rpc.callAll(
      'getrawtransaction',
      part.map((txid) => [txid, true]),
    );
    found.push(...answers.flatMap((answer) => (answer === undefined ? [] : readTransaction(answer))));
  }
  return found;
}

export function createCoreNode(transport: CoreRpc, coin: Coin): CoreNode {
  let cached: Network | undefined;
  const forgetOnFailure = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof RpcUnavailable) cached = undefined;
      throw error;
    }
  };
  const rpc: CoreRpc = {
    call: (method, params) => forgetOnFailure(transport.call(method, params)),
    callAll: (method, paramsOfEach) => forgetOnFailure(transport.callAll(method, paramsOfEach)),
  };
  return {
    async network() {
      cached ??= await findNetwork(rpc, coin);
      return cached;
    },
    head: async () => readHead(await rpc.call('getblockchaininfo', [])),
    hashAt: async (height) => readHash(await rpc.call('getblockhash', [height])),
    block: async (hash) => readBlock(await rpc.call('getblock', [hash, DECODED])),
    isMempoolLoaded: async () => readIsLoaded(await rpc.call('getmempoolinfo', [])),
    mempool: async () => readHashes(await rpc.call('getrawmempool', [false])),
    mempoolTransactions: (txids) => mempoolTransactions(rpc, txids),
    isInMempool: (txid) => isInMempool(rpc, txid),
    // One batch: a node takes few calls at a time.
    async unspent(outpoints) {
      const answers = await rpc.callAll(
        'gettxout',
        outpoints.map(({ txid, vout }) => [txid, vout, true]),
      );
      return answers.map(readCoin);
    },
    async feeRate(target) {
      try {
        return readEstimate(await rpc.call('estimatesmartfee', [target]));
      } catch (error) {
        if (error instanceof RpcRefusal) return undefined;
        throw error;
      }
    },
    minimumFeeRate: async () => readMinimumRate(await rpc.call('getmempoolinfo', [])),
    incrementalRate: async () => readIncrementalRate(await rpc.call('getnetworkinfo', [])),
    async refusalReason(rawTx) {
      try {
        return readRefusal(await rpc.call('testmempoolaccept', [[rawTx]]));
      } catch (error) {
        // Dogecoin Core 1.14 does not have it.
        if (error instanceof RpcRefusal && error.code === NO_SUCH_METHOD) return undefined;
        throw error;
      }
    },
    async broadcast(rawTx) {
      await rpc.call('sendrawtransaction', [rawTx]);
    },
  };
}

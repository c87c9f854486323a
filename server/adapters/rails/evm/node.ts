import { RpcUnavailable, type Rpc } from './rpc.ts';
import {
  type Block,
  type ChainLog,
  type Header,
  type Receipt,
  readBlock,
  readCount,
  readHeader,
  readLogs,
  readQuantity,
  readReceipt,
  readWord,
} from './translate.ts';

/** What the rail asks of the node, parsed. Every call throws `RpcUnavailable` or `RpcRefusal`. */
export interface EvmNode {
  /** Asked once per connection. */
  chainId(): Promise<number>;
  /** Counts connections: after an answer that did not come, what answers next may be another node. */
  connection(): number;
  head(): Promise<Header>;
  headerAt(number: number): Promise<Header | null>;
  blockAt(number: number): Promise<Block>;
  logs(filter: { readonly from: number; readonly to: number; readonly topics: readonly unknown[] }): Promise<ChainLog[]>;
  receipt(txHash: string): Promise<Receipt | null>;
  knowsTransaction(txHash: string): Promise<boolean>;
  /** Wei of `owner` at a block. */
  coinBalance(owner: string, block: number): Promise<bigint>;
  /** A token's answer to a call without side effects: one word, undefined when it is none. */
  callWord(contract: string, data: string, block: number | 'latest'): Promise<bigint | undefined>;
  nonce(owner: string, block: number | 'pending'): Promise<number>;
  priorityFee(): Promise<bigint>;
  gasPrice(): Promise<bigint>;
  estimateGas(tx: Readonly<Record<string, string>>): Promise<bigint>;
  broadcast(rawTx: string): Promise<void>;
}

const hex = (value: number): string => `0x${value.toString(16)}`;
const tag = (block: number | string): string => (typeof block === 'number' ? hex(block) : block);

/** The node behind a connection. */
export function createNode(wire: Rpc): EvmNode {
  let known: number | undefined;
  let connection = 0;
  const rpc: Rpc = {
    async call(method, params) {
      try {
        return await wire.call(method, params);
      } catch (error) {
        if (error instanceof RpcUnavailable) {
          known = undefined;
          connection += 1;
        }
        throw error;
      }
    },
  };
  return {
    connection: () => connection,
    async chainId() {
      known ??= readCount(await rpc.call('eth_chainId', []));
      return known;
    },
    async head() {
      const head = readHeader(await rpc.call('eth_getBlockByNumber', ['latest', false]));
      if (!head) throw new RpcUnavailable('the node has no blocks');
      return head;
    },
    headerAt: async (number) => readHeader(await rpc.call('eth_getBlockByNumber', [hex(number), false])),
    async blockAt(number) {
      const block = readBlock(await rpc.call('eth_getBlockByNumber', [hex(number), true]));
      if (!block) throw new RpcUnavailable(`the node does not have block ${number} yet`);
      return block;
    },
    logs: async ({ from, to, topics }) => readLogs(await rpc.call('eth_getLogs', [{ fromBlock: hex(from), toBlock: hex(to), topics }])),
    receipt: async (txHash) => readReceipt(await rpc.call('eth_getTransactionReceipt', [txHash])),
    knowsTransaction: async (txHash) => (await rpc.call('eth_getTransactionByHash', [txHash])) !== null,
    coinBalance: async (owner, block) => readQuantity(await rpc.call('eth_getBalance', [owner, tag(block)])),
    callWord: async (contract, data, block) => readWord(await rpc.call('eth_call', [{ to: contract, data }, tag(block)])),
    nonce: async (owner, block) => readCount(await rpc.call('eth_getTransactionCount', [owner, tag(block)])),
    priorityFee: async () => readQuantity(await rpc.call('eth_maxPriorityFeePerGas', [])),
    gasPrice: async () => readQuantity(await rpc.call('eth_gasPrice', [])),
    estimateGas: async (tx) => readQuantity(await rpc.call('eth_estimateGas', [tx])),
    broadcast: async (rawTx) => {
      await rpc.call('eth_sendRawTransaction', [rawTx]);
    },
  };
}

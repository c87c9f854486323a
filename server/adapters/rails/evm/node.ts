import { encodeFunctionData, parseAbi } from 'viem/utils';
import { type Rpc } from './rpc.ts';
import { RpcRefusal, RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import {
  type Block,
  type ChainLog,
  type Header,
  readBlock,
  readCount,
  readHeader,
  readLogs,
  readQuantity,
  readReceipt,
  readWord,
  type Receipt,
} from './translate.ts';

const ABI = parseAbi([
  'function decimals() view returns (uint8)',
  'function balanceOf(address owner) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
]);

type Hex = `0x${string}`;

/** Call data of the three ERC-20 functions the rail uses. */
export const erc20 = {
  decimals: (): Hex => encodeFunctionData({ abi: ABI, functionName: 'decimals' }),
  balanceOf: (owner: Hex): Hex => encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [owner] }),
  transfer: (to: Hex, value: bigint): Hex => encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [to, value] }),
};

/** The node calls that the rail uses, parsed. Every call throws `RpcUnavailable` or `RpcRefusal`. */
export interface EvmNode {
  /** Cached per connection. */
  chainId(): Promise<number>;
  /** Counter of connections: after a failed call, the next response may come from another node. */
  connection(): number;
  head(): Promise<Header>;
  headerAt(number: number): Promise<Header | null>;
  blockAt(number: number): Promise<Block>;
  logs(filter: { readonly from: number; readonly to: number; readonly topics: readonly unknown[] }): Promise<ChainLog[]>;
  receipt(txHash: string): Promise<Receipt | null>;
  knowsTransaction(txHash: string): Promise<boolean>;
  /** Wei of `owner` at a block. */
  coinBalance(owner: string, block: number): Promise<bigint>;
  /** Result of a read-only contract call: one ABI word, undefined if it is anything else. */
  callWord(contract: string, data: string, block: number | 'latest'): Promise<bigint | undefined>;
  nonce(owner: string, block: number | 'pending'): Promise<number>;
  /** At a block of the current chain, by its hash; undefined: the node does not know such requests (EIP-1898). */
  nonceAt(owner: string, blockHash: string): Promise<number | undefined>;
  priorityFee(): Promise<bigint>;
  gasPrice(): Promise<bigint>;
  estimateGas(tx: Readonly<Record<string, string>>): Promise<bigint>;
  broadcast(rawTx: string): Promise<void>;
}

const INVALID_PARAMS = -32602;

const hex = (value: number): string => `0x${value.toString(16)}`;

const tag = (block: number | string): string => (typeof block === 'number' ? hex(block) : block);

export function createNode(transport: Rpc): EvmNode {
  let cachedChainId: number | undefined;
  let connection = 0;
  const rpc: Rpc = {
    async call(method, params) {
      try {
        return await transport.call(method, params);
      } catch (error) {
        if (error instanceof RpcUnavailable) {
          cachedChainId = undefined;
          connection += 1;
        }
        throw error;
      }
    },
  };
  return {
    connection: () => connection,
    async chainId() {
      cachedChainId ??= readCount(await rpc.call('eth_chainId', []));
      return cachedChainId;
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
    async nonceAt(owner, blockHash) {
      try {
        return readCount(await rpc.call('eth_getTransactionCount', [owner, { blockHash, requireCanonical: true }]));
      } catch (error) {
        if (error instanceof RpcRefusal && error.code === INVALID_PARAMS) return undefined;
        throw error;
      }
    },
    priorityFee: async () => readQuantity(await rpc.call('eth_maxPriorityFeePerGas', [])),
    gasPrice: async () => readQuantity(await rpc.call('eth_gasPrice', [])),
    estimateGas: async (tx) => readQuantity(await rpc.call('eth_estimateGas', [tx])),
    broadcast: async (rawTx) => {
      await rpc.call('eth_sendRawTransaction', [rawTx]);
    },
  };
}

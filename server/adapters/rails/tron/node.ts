import { RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import { abiWordOfAddress, hexOfAddress } from './address.ts';
import type { TronApi } from './api.ts';
import { transferParameters } from './transaction.ts';
import {
  type Block,
  type Prices,
  readAccount,
  readBlock,
  readBroadcast,
  readInfo,
  readInfos,
  readIsContract,
  readPrices,
  readSimulation,
  type Simulation,
  type TransactionInfo,
} from './translate.ts';

/** Which state of the chain is asked: `solid` can no longer change, `latest` may be re-organised. */
export type State = 'solid' | 'latest';

/** The node calls that the rail uses, parsed. Every call throws `RpcUnavailable`. */
export interface TronNode {
  /** Id of block 0: identifies the network. */
  genesis(): Promise<string>;
  head(state: State): Promise<Block>;
  /** Throws when the node does not have it. */
  blockAt(number: number, state: State): Promise<Block>;
  /** Results of a block's transactions. */
  infosOf(number: number, state: State): Promise<readonly TransactionInfo[]>;
  /** Null when no solid block contains it. */
  solidInfo(txId: string): Promise<TransactionInfo | null>;
  /** Null when the account was never activated. */
  account(address: string): Promise<{ readonly balance: bigint } | null>;
  isContract(address: string): Promise<boolean>;
  /** Smallest units of a token in the solid state. */
  tokenBalance(contract: string, owner: string): Promise<bigint>;
  /** Undefined: not a token with decimals. */
  decimals(contract: string): Promise<bigint | undefined>;
  /** Whether the token's issuer has frozen an address; false where the contract has no such list. */
  isFrozen(contract: string, address: string): Promise<boolean>;
  simulateTransfer(transfer: {
    readonly contract: string;
    readonly sender: string;
    readonly destination: string;
    readonly amount: bigint;
  }): Promise<Simulation>;
  prices(): Promise<Prices>;
  broadcast(rawTx: string): Promise<ReturnType<typeof readBroadcast>>;
}

const PATHS = { solid: 'walletsolidity', latest: 'wallet' } as const;

/** A read-only call of a contract. `parameters`: ABI words without 0x. */
interface ContractCall {
  readonly contract: string;
  readonly method: string;
  readonly parameters: string;
  /** Default: the contract itself. */
  readonly owner?: string;
}

/** Simulates calls of contracts. */
const contractCaller =
  (api: TronApi) =>
  async (state: State, { contract, method, parameters, owner = contract }: ContractCall): Promise<Simulation> =>
    readSimulation(
      await api.call(`${PATHS[state]}/triggerconstantcontract`, {
        owner_address: hexOfAddress(owner),
        contract_address: hexOfAddress(contract),
        function_selector: method,
        parameter: parameters,
      }),
    );

export function createTronNode(api: TronApi): TronNode {
  const call: TronApi['call'] = (path, body) => api.call(path, body);
  const callContract = contractCaller(api);
  let genesis: string | undefined;
  return {
    async genesis() {
      const block = genesis === undefined ? readBlock(await call('wallet/getblockbynum', { num: 0 })) : undefined;
      if (block === null) throw new RpcUnavailable('the node has no blocks');
      genesis ??= block?.id;
      return genesis ?? '';
    },
    async head(state) {
      const block = readBlock(await call(`${PATHS[state]}/getnowblock`));
      if (!block) throw new RpcUnavailable('the node has no blocks');
      return block;
    },
    async blockAt(number, state) {
      const block = readBlock(await call(`${PATHS[state]}/getblockbynum`, { num: number }));
      if (block?.number !== number) throw new RpcUnavailable(`the node does not have block ${number}`);
      return block;
    },
    infosOf: async (number, state) => readInfos(await call(`${PATHS[state]}/gettransactioninfobyblocknum`, { num: number })),
    solidInfo: async (txId) => readInfo(await call('walletsolidity/gettransactioninfobyid', { value: txId })),
    account: async (address) => readAccount(await call('walletsolidity/getaccount', { address: hexOfAddress(address) })),
    isContract: async (address) => readIsContract(await call('wallet/getcontract', { value: hexOfAddress(address) })),
    async tokenBalance(contract, owner) {
      const { isSuccessful, word } = await callContract('solid', {
        contract,
        method: 'balanceOf(address)',
        parameters: abiWordOfAddress(owner),
      });
      if (isSuccessful !== true || word === undefined) throw new RpcUnavailable('the node does not give the balance of a token');
      return word;
    },
    async decimals(contract) {
      const { isSuccessful, word } = await callContract('latest', { contract, method: 'decimals()', parameters: '' });
      return isSuccessful === true ? word : undefined;
    },
    async isFrozen(contract, address) {
      const { isSuccessful, word } = await callContract('latest', {
        contract,
        method: 'isBlackListed(address)',
        parameters: abiWordOfAddress(address),
      });
      return isSuccessful === true && word === 1n;
    },
    simulateTransfer: ({ contract, sender, destination, amount }) =>
      callContract('latest', {
        contract,
        method: 'transfer(address,uint256)',
        parameters: transferParameters(destination, amount),
        owner: sender,
      }),
    prices: async () => readPrices(await call('wallet/getchainparameters')),
    broadcast: async (rawTx) => readBroadcast(await call('wallet/broadcasthex', { transaction: rawTx })),
  };
}

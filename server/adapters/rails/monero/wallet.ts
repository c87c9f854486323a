import { RpcRefusal } from '#server/adapters/rails/node-errors.ts';
import type { MoneroRpc } from './rpc.ts';
import {
  type MadeTransaction,
  readAddressAt,
  readBalance,
  readHeight,
  readIncoming,
  readMade,
  readNewIndex,
  readOutgoing,
  readPrimaryAddress,
  readRelayed,
  readTransferType,
  type Transfer,
  type WalletAddress,
} from './translate.ts';

/** The calls of `monero-wallet-rpc` that the rail uses, all in account 0. */
export interface MoneroWallet {
  primaryAddress(): Promise<string>;
  /** Whether it has no key to spend. */
  isViewOnly(): Promise<boolean>;
  /** Reads the chain up to the node's newest block. */
  refresh(): Promise<void>;
  /** Number of blocks that it has read. */
  height(): Promise<number>;
  /** Undefined: the wallet has not created it. */
  addressAt(index: number): Promise<WalletAddress | undefined>;
  /** Creates addresses up to this index. */
  createUpTo(index: number): Promise<void>;
  label(index: number, label: string): Promise<void>;
  /** Writes its file: a wallet that is killed forgets what it did since. */
  store(): Promise<void>;
  /** Transfers received above a height, and those in the mempool. */
  incoming(aboveHeight: number): Promise<readonly Transfer[]>;
  /** Transfers sent above a height, in blocks. */
  outgoing(aboveHeight: number): Promise<readonly Transfer[]>;
  /** Whether it has sent a transaction that is in a block. */
  hasSent(txId: string): Promise<boolean>;
  balance(): Promise<{ readonly balance: bigint; readonly unlocked: bigint }>;
  owns(address: string): Promise<boolean>;
  /** Makes a transaction without sending it. Two in a row spend the same outputs. */
  make(destination: string, amount: bigint): Promise<MadeTransaction>;
  /** Sends a made transaction and marks its outputs as spent. */
  relay(metadata: string): Promise<string>;
  /** Keeps an output out of transactions made from now on. */
  freeze(keyImage: string): Promise<void>;
  thaw(keyImage: string): Promise<void>;
}

/** A long time of blocks may have to be read. */
const REFRESH_DEADLINE_MS = 120_000;
/** Four attempts in an open transaction of the database, which ends it after a minute without a statement. */
const MAKE_DEADLINE_MS = 10_000;
/** The most addresses that one call creates. */
const MAX_NEW_ADDRESSES = 5000;

const OUT_OF_BOUND = -15;
const WATCH_ONLY = -29;
/** Also for a transaction that the wallet does not have. */
const WRONG_TXID = -8;
const WRONG_ADDRESS = -2;

/** The result, or `otherwise` where the wallet refuses with this code. */
async function unlessRefused<T>(code: number, work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RpcRefusal && error.code === code) return otherwise;
    throw error;
  }
}

const ofAccount = { account_index: 0 };

function addressCalls(rpc: MoneroRpc): Pick<MoneroWallet, 'primaryAddress' | 'addressAt' | 'createUpTo' | 'label' | 'owns'> {
  return {
    primaryAddress: async () => readPrimaryAddress(await rpc.call('get_address', { ...ofAccount, address_index: [0] })),
    addressAt: (index) =>
      unlessRefused(
        OUT_OF_BOUND,
        async () => readAddressAt(await rpc.call('get_address', { ...ofAccount, address_index: [index] }), index),
        undefined,
      ),
    async createUpTo(index) {
      for (let last = readNewIndex(await rpc.call('create_address', ofAccount)); last < index; )
        last = readNewIndex(await rpc.call('create_address', { ...ofAccount, count: Math.min(index - last, MAX_NEW_ADDRESSES) }));
    },
    label: async (index, label) => void (await rpc.call('label_address', { index: { major: 0, minor: index }, label })),
    owns: (address) => unlessRefused(WRONG_ADDRESS, async () => (await rpc.call('get_address_index', { address })) !== null, false),
  };
}

function transferCalls(rpc: MoneroRpc): Pick<MoneroWallet, 'incoming' | 'outgoing' | 'hasSent'> {
  const above = (height: number) => ({ ...ofAccount, filter_by_height: true, min_height: Math.max(0, height) });
  return {
    incoming: async (height) => readIncoming(await rpc.call('get_transfers', { ...above(height), in: true, pool: true })),
    outgoing: async (height) => readOutgoing(await rpc.call('get_transfers', { ...above(height), out: true })),
    hasSent: (txId) =>
      unlessRefused(
        WRONG_TXID,
        async () => readTransferType(await rpc.call('get_transfer_by_txid', { ...ofAccount, txid: txId })) === 'out',
        false,
      ),
  };
}

export const createMoneroWallet = (rpc: MoneroRpc): MoneroWallet => ({
  ...addressCalls(rpc),
  ...transferCalls(rpc),
  // A call for spending wallets only, with nothing in it: no secret is asked for
  isViewOnly: async () => {
    try {
      await rpc.call('sign_transfer', { unsigned_txset: '' });
    } catch (error) {
      if (error instanceof RpcRefusal) return error.code === WATCH_ONLY;
      throw error;
    }
    return false;
  },
  refresh: async () => void (await rpc.call('refresh', {}, REFRESH_DEADLINE_MS)),
  height: async () => readHeight(await rpc.call('get_height')),
  store: async () => void (await rpc.call('store', {}, REFRESH_DEADLINE_MS)),
  balance: async () => readBalance(await rpc.call('get_balance', ofAccount)),
  make: async (address, amount) =>
    readMade(
      await rpc.call(
        'transfer',
        {
          ...ofAccount,
          destinations: [{ address, amount }],
          do_not_relay: true,
          get_tx_metadata: true,
          get_tx_hex: true,
          get_tx_key: true,
        },
        MAKE_DEADLINE_MS,
      ),
    ),
  relay: async (metadata) => readRelayed(await rpc.call('relay_tx', { hex: metadata })),
  freeze: async (keyImage) => void (await rpc.call('freeze', { key_image: keyImage })),
  thaw: async (keyImage) => void (await rpc.call('thaw', { key_image: keyImage })),
});

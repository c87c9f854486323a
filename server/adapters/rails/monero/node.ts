import type { MoneroRpc } from './rpc.ts';
import { type Head, type Location, readBlockHash, readFeeRate, readHead, readLocations, readSent, readSpent } from './translate.ts';

/** The calls of `monerod` that the rail uses, all of them allowed on its restricted port. */
export interface MoneroNode {
  head(): Promise<Head>;
  /** Hash of the block at a height, the first block being 0. */
  hashAt(height: number): Promise<string>;
  /** The transactions that the node has, by their ids. */
  locate(txIds: readonly string[]): Promise<ReadonlyMap<string, Location>>;
  /** For each key image, whether a block spends it. */
  areSpent(keyImages: readonly string[]): Promise<readonly boolean[]>;
  /** Price of a byte of an ordinary transaction. */
  feeRate(): Promise<bigint>;
  send(rawTx: string): Promise<ReturnType<typeof readSent>>;
}

/** The limit of a restricted node. */
const TRANSACTIONS_PER_CALL = 100;

export const createMoneroNode = (rpc: MoneroRpc): MoneroNode => ({
  head: async () => readHead(await rpc.call('get_info')),
  hashAt: async (height) => readBlockHash(await rpc.call('get_block_header_by_height', { height })),
  async locate(txIds) {
    const found = new Map<string, Location>();
    for (let start = 0; start < txIds.length; start += TRANSACTIONS_PER_CALL) {
      const ids = txIds.slice(start, start + TRANSACTIONS_PER_CALL);
      for (const [id, location] of readLocations(await rpc.post('get_transactions', { txs_hashes: ids, prune: true })))
        found.set(id, location);
    }
    return found;
  },
  areSpent: async (keyImages) => readSpent(await rpc.post('is_key_image_spent', { key_images: keyImages })),
  feeRate: async () => readFeeRate(await rpc.call('get_fee_estimate')),
  send: async (rawTx) => readSent(await rpc.post('send_raw_transaction', { tx_as_hex: rawTx, do_not_relay: false })),
});

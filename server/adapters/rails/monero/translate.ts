import * as z from 'zod/mini';
import { RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import type { AddressNetwork } from './address.ts';

/* Answers of the node and the wallet, parsed. Everything else throws `RpcUnavailable`. */

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const amount = z.pipe(
  z.string().check(z.regex(/^\d{1,20}$/)),
  z.transform((text: string) => BigInt(text)),
);
const count = z.int().check(z.nonnegative());
const hex = z.string().check(z.regex(/^[0-9a-f]+$/));

function parse<T>(what: string, schema: z.ZodMiniType<T>, value: unknown): T {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new RpcUnavailable(`${what}: nonsense`, { cause: parsed.error });
  return parsed.data;
}

/** The networks of nodes; `private`: a chain of one's own (regtest). */
export type Network = AddressNetwork | 'private';

const NETTYPES = { mainnet: 'main', testnet: 'test', stagenet: 'stage', fakechain: 'private' } as const;

/** The newest block; `height` is the number of blocks. */
export interface Head {
  readonly network: Network;
  readonly height: number;
  readonly hash: string;
}

const infoSchema = z.object({
  nettype: z.enum(['mainnet', 'testnet', 'stagenet', 'fakechain']),
  height: count,
  top_block_hash: hash,
  synchronized: z.boolean(),
});

export function readHead(value: unknown): Head {
  const { nettype, height, top_block_hash: top, synchronized } = parse('get_info', infoSchema, value);
  if (!synchronized) throw new RpcUnavailable('the node is catching up');
  return { network: NETTYPES[nettype], height, hash: top };
}

export const readBlockHash = (value: unknown): string =>
  parse('a block', z.object({ block_header: z.object({ hash }) }), value).block_header.hash;

/** Where a transaction is. `blockHeight` null: in the mempool. */
export interface Location {
  readonly blockHeight: number | null;
  /** The mempool has seen another transaction that spends the same. */
  readonly isInConflict: boolean;
}

const transactionsSchema = z.object({
  status: z.literal('OK'),
  txs: z.optional(
    z.array(z.object({ tx_hash: hash, in_pool: z.boolean(), block_height: z.optional(count), double_spend_seen: z.boolean() })),
  ),
});

/** The transactions that the node has, by their ids. */
export function readLocations(value: unknown): ReadonlyMap<string, Location> {
  const { txs = [] } = parse('get_transactions', transactionsSchema, value);
  return new Map(
    txs.map((tx) => {
      if (!tx.in_pool && tx.block_height === undefined) throw new RpcUnavailable('get_transactions: nonsense');
      return [tx.tx_hash, { blockHeight: tx.in_pool ? null : (tx.block_height ?? null), isInConflict: tx.double_spend_seen }];
    }),
  );
}

const SPENT_IN_A_BLOCK = 1;

/** For each key image, whether a block spends it. */
export const readSpent = (value: unknown): readonly boolean[] =>
  parse('is_key_image_spent', z.object({ status: z.literal('OK'), spent_status: z.array(count) }), value).spent_status.map(
    (status) => status === SPENT_IN_A_BLOCK,
  );

export const readFeeRate = (value: unknown): bigint => parse('get_fee_estimate', z.object({ fee: amount }), value).fee;

const FAULTS = ['double_spend', 'fee_too_low', 'invalid_input', 'invalid_output', 'low_mixin', 'overspend', 'too_big', 'too_few_outputs'];

/** Whether the node has the transaction, perhaps from before; else why not. */
export function readSent(value: unknown): { readonly taken: true } | { readonly taken: false; readonly reason: string } {
  const answer = parse('send_raw_transaction', z.looseObject({ status: z.string(), reason: z.optional(z.string()) }), value);
  if (answer.status === 'OK') return { taken: true };
  const faults = FAULTS.filter((name) => answer[name] === true);
  return { taken: false, reason: (faults.join(', ') || answer.reason || answer.status).slice(0, 300) };
}

/** An address of the wallet. */
export interface WalletAddress {
  readonly address: string;
  readonly label: string;
  readonly isUsed: boolean;
}

const addressesSchema = z.object({
  address: z.string(),
  addresses: z.array(z.object({ address: z.string(), address_index: count, label: z.string(), used: z.boolean() })),
});

export const readPrimaryAddress = (value: unknown): string => parse('get_address', addressesSchema, value).address;

export function readAddressAt(value: unknown, index: number): WalletAddress {
  const found = parse('get_address', addressesSchema, value).addresses.find(({ address_index: at }) => at === index);
  if (!found) throw new RpcUnavailable('get_address: nonsense');
  return { address: found.address, label: found.label, isUsed: found.used };
}

export const readNewIndex = (value: unknown): number =>
  Math.max(...parse('create_address', z.object({ address_indices: z.array(count).check(z.minLength(1)) }), value).address_indices);

export const readHeight = (value: unknown): number => parse('get_height', z.object({ height: count }), value).height;

/** A transfer of the wallet in account 0. `blockHeight` null: in the mempool. */
export interface Transfer {
  readonly txId: string;
  readonly index: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly blockHeight: number | null;
  readonly unlockTime: bigint;
  /** Its outputs cannot be spent yet. */
  readonly isLocked: boolean;
  readonly isInConflict: boolean;
  /** Seconds. */
  readonly timestamp: number;
}

const transferSchema = z.object({
  txid: hash,
  amount,
  fee: amount,
  height: count,
  unlock_time: amount,
  locked: z.boolean(),
  double_spend_seen: z.boolean(),
  timestamp: count,
  subaddr_index: z.object({ minor: count }),
});
const transfersSchema = z.object({
  in: z.optional(z.array(transferSchema)),
  pool: z.optional(z.array(transferSchema)),
  out: z.optional(z.array(transferSchema)),
});

const toTransfer = (tx: z.infer<typeof transferSchema>, isMined: boolean): Transfer => ({
  txId: tx.txid,
  index: tx.subaddr_index.minor,
  amount: tx.amount,
  fee: tx.fee,
  blockHeight: isMined ? tx.height : null,
  unlockTime: tx.unlock_time,
  isLocked: tx.locked,
  isInConflict: tx.double_spend_seen,
  timestamp: tx.timestamp,
});

/** Received transfers, those in blocks first. One that came back from a block is in the mempool with the amount 0. */
export function readIncoming(value: unknown): readonly Transfer[] {
  const { in: mined = [], pool = [] } = parse('get_transfers', transfersSchema, value);
  return [...mined.map((tx) => toTransfer(tx, true)), ...pool.map((tx) => toTransfer(tx, false))];
}

export const readOutgoing = (value: unknown): readonly Transfer[] =>
  (parse('get_transfers', transfersSchema, value).out ?? []).map((tx) => toTransfer(tx, true));

export const readBalance = (value: unknown): { readonly balance: bigint; readonly unlocked: bigint } => {
  const { balance, unlocked_balance: unlocked } = parse('get_balance', z.object({ balance: amount, unlocked_balance: amount }), value);
  return { balance, unlocked };
};

/** A transaction that the wallet has made and not sent. */
export interface MadeTransaction {
  readonly txId: string;
  /** What `relay_tx` takes. */
  readonly metadata: string;
  /** What the node takes. */
  readonly rawTx: string;
  /** Proves the payment to its receiver. */
  readonly txKey: string;
  /** What it spends: the network takes each once. */
  readonly keyImages: readonly string[];
  readonly amount: bigint;
  readonly fee: bigint;
}

const madeSchema = z.object({
  tx_hash: hash,
  tx_metadata: hex,
  tx_blob: hex,
  tx_key: hex,
  spent_key_images: z.object({ key_images: z.array(hash).check(z.minLength(1)) }),
  amount,
  fee: amount,
});

export function readMade(value: unknown): MadeTransaction {
  const made = parse('transfer', madeSchema, value);
  return {
    txId: made.tx_hash,
    metadata: made.tx_metadata,
    rawTx: made.tx_blob,
    txKey: made.tx_key,
    keyImages: made.spent_key_images.key_images,
    amount: made.amount,
    fee: made.fee,
  };
}

export const readRelayed = (value: unknown): string => parse('relay_tx', z.object({ tx_hash: hash }), value).tx_hash;

export const readTransferType = (value: unknown): string =>
  parse('get_transfer_by_txid', z.object({ transfer: z.object({ type: z.string() }) }), value).transfer.type;

import * as z from 'zod/mini';
import { RpcUnavailable } from '#server/adapters/rails/node-errors.ts';

export interface BlockId {
  readonly height: number;
  readonly hash: string;
}

/** An output of a transaction, by its script in lower-case hexadecimal. */
export interface ChainOutput {
  readonly vout: number;
  readonly amount: bigint;
  readonly script: string;
}

export interface ChainTransaction {
  readonly txid: string;
  readonly isCoinbase: boolean;
  /** What it spends, as `<txid>:<output>`. */
  readonly spends: readonly string[];
  readonly outputs: readonly ChainOutput[];
}

export interface Block extends BlockId {
  readonly previousHash: string | undefined;
  /** Seconds since 1970. */
  readonly time: number;
  readonly transactions: readonly ChainTransaction[];
}

const hashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Outputs and inputs inside Litecoin's MWEB have neither a script nor an outpoint: they are never ours. */
const transactionSchema = z.object({
  txid: hashSchema,
  vin: z.array(z.object({ txid: z.optional(hashSchema), vout: z.optional(z.int()), coinbase: z.optional(z.string()) })),
  vout: z.array(
    z.object({
      value: z.optional(z.string()),
      n: z.optional(z.int()),
      scriptPubKey: z.optional(z.object({ hex: z.string() })),
    }),
  ),
});

const blockSchema = z.object({
  hash: hashSchema,
  height: z.int(),
  time: z.int(),
  previousblockhash: z.optional(hashSchema),
  tx: z.array(transactionSchema),
});

const chainSchema = z.object({ blocks: z.int(), bestblockhash: hashSchema });

const AMOUNT = /^(\d{1,12})(?:\.(\d{1,8}))?$/;

/** An amount of coin as the node writes it, in the smallest unit; undefined if it is none. */
export function amountOf(text: string): bigint | undefined {
  const match = AMOUNT.exec(text);
  if (!match) return undefined;
  return BigInt(`${match[1]}${(match[2] ?? '').padEnd(8, '0')}`);
}

function parse<T>(what: string, schema: z.ZodMiniType<T>, value: unknown): T {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new RpcUnavailable(`${what}: nonsense`);
  return parsed.data;
}

function outputOf({ value, n, scriptPubKey }: z.infer<typeof transactionSchema>['vout'][number]): ChainOutput | undefined {
  if (value === undefined || n === undefined || scriptPubKey === undefined) return undefined;
  const amount = amountOf(value);
  if (amount === undefined) throw new RpcUnavailable('the amount of an output: nonsense');
  return { vout: n, amount, script: scriptPubKey.hex.toLowerCase() };
}

const transactionOf = ({ txid, vin, vout }: z.infer<typeof transactionSchema>): ChainTransaction => ({
  txid,
  isCoinbase: vin.some(({ coinbase }) => coinbase !== undefined),
  spends: vin.flatMap((input) => (input.txid === undefined || input.vout === undefined ? [] : `${input.txid}:${input.vout}`)),
  outputs: vout.flatMap((output) => outputOf(output) ?? []),
});

export const readTransaction = (value: unknown): ChainTransaction => transactionOf(parse('a transaction', transactionSchema, value));

export function readBlock(value: unknown): Block {
  const { hash, height, time, previousblockhash, tx } = parse('a block', blockSchema, value);
  return { hash, height, time, previousHash: previousblockhash, transactions: tx.map(transactionOf) };
}

export function readHead(value: unknown): BlockId {
  const { blocks, bestblockhash } = parse('the head of the chain', chainSchema, value);
  return { height: blocks, hash: bestblockhash };
}

export const readHash = (value: unknown): string => parse('a hash', hashSchema, value);

export const readHashes = (value: unknown): readonly string[] => parse('a list of hashes', z.array(hashSchema), value);

const coinSchema = z.nullable(z.object({ value: z.string(), scriptPubKey: z.object({ hex: z.string() }) }));

/** An unspent output; null: spent or unknown. */
export function readCoin(value: unknown): { readonly amount: bigint; readonly script: string } | null {
  const coin = parse('an output', coinSchema, value);
  if (coin === null) return null;
  const amount = amountOf(coin.value);
  if (amount === undefined) throw new RpcUnavailable('the amount of an output: nonsense');
  return { amount, script: coin.scriptPubKey.hex.toLowerCase() };
}

const BYTES_PER_KB = 1000n;

/** A rate in coin per 1000 bytes, in the smallest unit per byte, rounded up; undefined if there is none (an estimate of -1 too). */
export function rateOf(text: string | undefined): bigint | undefined {
  const perKb = text === undefined ? undefined : amountOf(text);
  return perKb === undefined || perKb === 0n ? undefined : (perKb + BYTES_PER_KB - 1n) / BYTES_PER_KB;
}

export const readEstimate = (value: unknown): bigint | undefined =>
  rateOf(parse('a fee estimate', z.object({ feerate: z.optional(z.string()) }), value).feerate);

/** The lowest rate that the node's mempool accepts. */
export const readMinimumRate = (value: unknown): bigint | undefined =>
  rateOf(parse('the state of the mempool', z.object({ mempoolminfee: z.optional(z.string()) }), value).mempoolminfee);

/** Whether the node has read its stored mempool; nodes that do not tell have. */
export const readIsLoaded = (value: unknown): boolean =>
  parse('the state of the mempool', z.object({ loaded: z.optional(z.boolean()) }), value).loaded !== false;

/** What a replacement must pay for each of its bytes beyond the fees of what it replaces (BIP 125). */
export const readIncrementalRate = (value: unknown): bigint | undefined =>
  rateOf(parse('the state of the network', z.object({ incrementalfee: z.optional(z.string()) }), value).incrementalfee);

/** Why a mempool would refuse a transaction. */
export type MempoolRefusal = 'fee_too_low' | 'coins_in_conflict' | 'coins_spent' | 'node_refused';

const REASONS: readonly (readonly [RegExp, MempoolRefusal])[] = [
  [/min relay fee not met|mempool min fee not met|insufficient fee|insufficient priority/, 'fee_too_low'],
  [/txn-mempool-conflict|replacement|conflict/, 'coins_in_conflict'],
  [/missing-?inputs|missingorspent|txn-already-known/i, 'coins_spent'],
];

/** By the node's words, which are the same in `testmempoolaccept` and in refusals of `sendrawtransaction`. */
export const refusalOf = (reason: string): MempoolRefusal => REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'node_refused';

const acceptSchema = z.array(z.object({ allowed: z.optional(z.boolean()), 'reject-reason': z.optional(z.string()) }));

const ALREADY_THERE = 'txn-already-in-mempool';

/** The node's reason against a transaction; undefined: its mempool would take it, or has it. */
export function readRefusal(value: unknown): string | undefined {
  const [verdict] = parse('an acceptance test', acceptSchema, value);
  if (verdict?.allowed === undefined) throw new RpcUnavailable('an acceptance test: nonsense');
  const reason = verdict['reject-reason'] ?? 'no reason';
  return verdict.allowed || reason === ALREADY_THERE ? undefined : reason;
}

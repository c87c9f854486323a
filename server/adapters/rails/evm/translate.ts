import * as z from 'zod/mini';
import { RpcUnavailable } from '#server/adapters/rails/node-errors.ts';

/** keccak256("Transfer(address,address,uint256)"): the event every ERC-20 token emits. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
  z.transform((text) => BigInt(text)),
);
const count = z.pipe(
  quantity,
  z.transform((value, context) => {
    if (value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
    context.issues.push({ code: 'custom', message: 'not a count', input: value });
    return z.NEVER;
  }),
);
const lowerHex = (pattern: RegExp) =>
  z.pipe(
    z.string().check(z.regex(pattern)),
    z.transform((text) => text.toLowerCase() as `0x${string}`),
  );
const hash = lowerHex(/^0x[0-9a-fA-F]{64}$/);
const address = lowerHex(/^0x[0-9a-fA-F]{40}$/);

const headerSchema = z.object({
  number: count,
  hash,
  parentHash: hash,
  timestamp: count,
  baseFeePerGas: z.optional(z.nullable(quantity)),
});
const blockSchema = z.extend(headerSchema, {
  transactions: z.array(
    z.object({
      hash,
      to: z.optional(z.nullable(address)),
      value: quantity,
      from: z.optional(z.nullable(address)),
      nonce: z.optional(z.nullable(quantity)),
    }),
  ),
});
const logSchema = z.object({
  address,
  topics: z.array(hash),
  data: lowerHex(/^0x[0-9a-fA-F]*$/),
  blockNumber: count,
  blockHash: hash,
  transactionHash: hash,
  logIndex: count,
  removed: z.optional(z.boolean()),
});
const receiptSchema = z.object({
  transactionHash: hash,
  blockNumber: count,
  blockHash: hash,
  status: count,
  gasUsed: quantity,
  effectiveGasPrice: z.optional(z.nullable(quantity)),
  logs: z.array(logSchema),
});

export type Header = z.infer<typeof headerSchema>;
export type Block = z.infer<typeof blockSchema>;
export type ChainLog = z.infer<typeof logSchema>;
export type Receipt = z.infer<typeof receiptSchema>;

/** A transfer in a block; `logIndex` is null for the chain's own coin. */
export interface ChainTransfer {
  readonly to: string;
  /** Token contract, null for the chain's own coin. */
  readonly contract: string | null;
  readonly amount: bigint;
  readonly txHash: string;
  readonly logIndex: number | null;
  readonly blockNumber: number;
  readonly blockHash: string;
}

function read<T>(what: string, schema: z.ZodMiniType<T>, raw: unknown): T {
  const parsed = z.safeParse(schema, raw);
  if (parsed.success) return parsed.data;
  throw new RpcUnavailable(`${what}: the node answered nonsense`, { cause: parsed.error });
}

export const readQuantity = (raw: unknown): bigint => read('quantity', quantity, raw);
export const readCount = (raw: unknown): number => read('count', count, raw);
/** Null when the node has no such block. */
export const readHeader = (raw: unknown): Header | null => read('block', z.nullable(headerSchema), raw);
/** A block with its full transactions; null when the node has no such block. */
export const readBlock = (raw: unknown): Block | null => read('block', z.nullable(blockSchema), raw);
export const readLogs = (raw: unknown): ChainLog[] => read('logs', z.array(logSchema), raw);
/** Null when the transaction is not mined (or the node does not know it). */
export const readReceipt = (raw: unknown): Receipt | null => read('receipt', z.nullable(receiptSchema), raw);
/** One ABI word of a call's result; undefined for any other response. */
export const readWord = (raw: unknown): bigint | undefined => {
  const parsed = z.safeParse(z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)), raw);
  return parsed.success ? BigInt(parsed.data) : undefined;
};

/** An address as an indexed event parameter. */
export const topicOfAddress = (text: string): string => `0x${text.slice(2).toLowerCase().padStart(64, '0')}`;

const addressOfTopic = (topic: string): string => `0x${topic.slice(26)}`;

/** Coin moved by the block's transactions themselves. Internal transfers of contracts are not visible here (see docs/decisions). */
export const coinTransfers = (block: Block): ChainTransfer[] =>
  block.transactions.flatMap(({ hash: txHash, to, value }) =>
    to && value > 0n
      ? [{ to, contract: null, amount: value, txHash, logIndex: null, blockNumber: block.number, blockHash: block.hash }]
      : [],
  );

/** Token transfers in logs. Skips NFT transfers (four topics), removed logs and transfers of zero. */
export const tokenTransfers = (logs: readonly ChainLog[]): ChainTransfer[] =>
  logs.flatMap((log) => {
    const [event, , to, extra] = log.topics;
    if (event !== TRANSFER_TOPIC || to === undefined || extra !== undefined || log.removed === true) return [];
    const amount = readWord(log.data);
    if (amount === undefined || amount === 0n) return [];
    return [
      {
        to: addressOfTopic(to),
        contract: log.address,
        amount,
        txHash: log.transactionHash,
        logIndex: log.logIndex,
        blockNumber: log.blockNumber,
        blockHash: log.blockHash,
      },
    ];
  });

/** Whether each block is the child of the previous one, the first a child of `start`. */
export const isUnbroken = (start: { readonly number: number; readonly hash: string }, blocks: readonly Header[]): boolean =>
  blocks.every((block, index) => {
    const parent = blocks[index - 1] ?? start;
    return block.parentHash === parent.hash && block.number === parent.number + 1;
  });

/**
 * An id that stays the same when the transaction is mined again in another block: the log's position within the transaction.
 * Undefined if the receipt does not contain the log.
 */
export function transferId(transfer: ChainTransfer, receipt: Receipt): string | undefined {
  if (transfer.logIndex === null) return `${transfer.txHash}:eth`;
  const position = receipt.logs.findIndex((log) => log.logIndex === transfer.logIndex);
  return position < 0 ? undefined : `${transfer.txHash}:${position}`;
}

import * as z from 'zod/mini';
import { RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import { addressOfHex } from './address.ts';

/* Parsing of the node's JSON. The node leaves out fields that are zero or empty; an absent object is {}. */

/** keccak256("Transfer(address,address,uint256)"): the event every TRC-20 token emits. */
export const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const hash = z.pipe(
  z.string().check(z.regex(/^[0-9a-fA-F]{64}$/)),
  z.transform((text) => text.toLowerCase()),
);
const address = z.pipe(z.string().check(z.regex(/^(41)?[0-9a-fA-F]{40}$/)), z.transform(addressOfHex));
const count = z.int().check(z.nonnegative());
/** Zero where the node leaves it out. */
const optionalCount = z._default(z.optional(count), 0);

const transactionSchema = z.object({
  txID: hash,
  ret: z.optional(z.array(z.object({ contractRet: z.optional(z.string()) }))),
  raw_data: z.object({
    contract: z.array(
      z.object({
        type: z.string(),
        parameter: z.object({
          value: z.object({ owner_address: z.optional(z.string()), to_address: z.optional(z.string()), amount: z.optional(z.number()) }),
        }),
      }),
    ),
  }),
});
const blockSchema = z.object({
  blockID: hash,
  block_header: z.object({ raw_data: z.object({ number: optionalCount, parentHash: z.optional(hash), timestamp: optionalCount }) }),
  transactions: z._default(z.optional(z.array(transactionSchema)), []),
});
const logSchema = z.object({
  address,
  topics: z._default(z.optional(z.array(hash)), []),
  data: z._default(z.optional(z.string()), ''),
});
const infoSchema = z.object({
  id: hash,
  blockNumber: optionalCount,
  fee: optionalCount,
  /** `FAILED`, absent otherwise. */
  result: z.optional(z.string()),
  receipt: z._default(z.optional(z.object({ result: z.optional(z.string()) })), {}),
  log: z._default(z.optional(z.array(logSchema)), []),
});

export interface Header {
  readonly number: number;
  readonly id: string;
  readonly parentId: string;
  /** Milliseconds. */
  readonly time: number;
}

export interface BlockTransaction {
  readonly txId: string;
  readonly isSuccessful: boolean;
  /** Account that signed it, in base58; null where the node does not say. */
  readonly owner: string | null;
  /** A transfer of the coin, in sun. */
  readonly coin: { readonly to: string; readonly amount: bigint } | null;
}

export type Block = Header & { readonly transactions: readonly BlockTransaction[] };

/** A token transfer in a transaction; `position` counts the transaction's logs from 0. */
export interface TokenTransfer {
  readonly contract: string;
  readonly to: string;
  readonly amount: bigint;
  readonly position: number;
}

/** The result of a transaction in a block. `fee` in sun: everything it cost. */
export interface TransactionInfo {
  readonly txId: string;
  readonly blockNumber: number;
  readonly isSuccessful: boolean;
  readonly fee: bigint;
  readonly transfers: readonly TokenTransfer[];
}

function read<T>(what: string, schema: z.ZodMiniType<T>, raw: unknown): T {
  const parsed = z.safeParse(schema, raw);
  if (parsed.success) return parsed.data;
  throw new RpcUnavailable(`${what}: the node answered nonsense`, { cause: parsed.error });
}

const isEmpty = (raw: unknown): boolean => typeof raw === 'object' && raw !== null && Object.keys(raw).length === 0;

function addressOrNull(text: string | undefined): string | null {
  const parsed = z.safeParse(address, text);
  return parsed.success ? parsed.data : null;
}

/** Amounts beyond 2^53 lose digits in JSON; no transfer to an order is that large. */
function coinOf({ raw_data: { contract } }: z.infer<typeof transactionSchema>): BlockTransaction['coin'] {
  const [first] = contract;
  const { to_address: to, amount } = first?.parameter.value ?? {};
  const destination = addressOrNull(to);
  if (first?.type !== 'TransferContract' || destination === null || amount === undefined || !Number.isSafeInteger(amount)) return null;
  return amount > 0 ? { to: destination, amount: BigInt(amount) } : null;
}

/** Null when the node has no such block. */
export function readBlock(raw: unknown): Block | null {
  if (isEmpty(raw)) return null;
  const { blockID: id, block_header: header, transactions } = read('block', blockSchema, raw);
  const { number, parentHash: parentId = '', timestamp: time } = header.raw_data;
  return {
    id,
    number,
    parentId,
    time,
    transactions: transactions.map((transaction) => ({
      txId: transaction.txID,
      isSuccessful: transaction.ret?.[0]?.contractRet === 'SUCCESS',
      owner: addressOrNull(transaction.raw_data.contract[0]?.parameter.value.owner_address),
      coin: coinOf(transaction),
    })),
  };
}

/** Transfers of a log; events with four topics (tokens that are not fungible) and transfers of zero are none. */
function transfersOf(logs: z.infer<typeof infoSchema>['log']): TokenTransfer[] {
  return logs.flatMap(({ address: contract, topics: [event, , to, extra], data }, position) => {
    if (event !== TRANSFER_TOPIC || to === undefined || extra !== undefined || !/^[0-9a-fA-F]{64}$/.test(data)) return [];
    const amount = BigInt(`0x${data}`);
    return amount === 0n ? [] : [{ contract, to: addressOfHex(to), amount, position }];
  });
}

function toInfo(info: z.infer<typeof infoSchema>): TransactionInfo {
  const { result = 'SUCCESS' } = info.receipt;
  return {
    txId: info.id,
    blockNumber: info.blockNumber,
    isSuccessful: info.result !== 'FAILED' && result === 'SUCCESS',
    fee: BigInt(info.fee),
    transfers: transfersOf(info.log),
  };
}

/** Null when the transaction is in no block. */
export const readInfo = (raw: unknown): TransactionInfo | null => (isEmpty(raw) ? null : toInfo(read('result', infoSchema, raw)));

/** Results of all transactions of a block; {} for a block without any. */
export const readInfos = (raw: unknown): readonly TransactionInfo[] =>
  isEmpty(raw) ? [] : read('results', z.array(infoSchema), raw).map(toInfo);

const accountSchema = z.object({ address: z.string(), balance: optionalCount });

/** An account; null if it was never activated. `balance` in sun. */
export const readAccount = (raw: unknown): { readonly balance: bigint } | null =>
  isEmpty(raw) ? null : { balance: BigInt(read('account', accountSchema, raw).balance) };

/** Whether an account is a contract. */
export const readIsContract = (raw: unknown): boolean =>
  !isEmpty(raw) && read('contract', z.object({ contract_address: z.string() }), raw).contract_address !== '';

const simulationSchema = z.object({
  result: z.object({ result: z.optional(z.boolean()), code: z.optional(z.string()) }),
  energy_used: optionalCount,
  constant_result: z._default(z.optional(z.array(z.string())), []),
  transaction: z.optional(z.object({ ret: z.optional(z.array(z.object({ ret: z.optional(z.string()) }))) })),
});

/**
 * A simulated call. `word`: its result if that is one ABI word. `energy` counts everything it would use. `isSuccessful` is undefined where
 * the node did not run it to its end (no such contract, a time limit).
 */
export interface Simulation {
  readonly isSuccessful: boolean | undefined;
  readonly energy: bigint;
  readonly word: bigint | undefined;
}

export function readSimulation(raw: unknown): Simulation {
  const { result, energy_used: energy, constant_result: words, transaction } = read('simulation', simulationSchema, raw);
  const [word] = words;
  return {
    isSuccessful: result.result === true ? transaction?.ret?.[0]?.ret !== 'FAILED' : undefined,
    energy: BigInt(energy),
    word: word !== undefined && /^[0-9a-fA-F]{64}$/.test(word) ? BigInt(`0x${word}`) : undefined,
  };
}

/** Prices in sun. */
export interface Prices {
  readonly perEnergy: bigint;
  /** For each byte of bandwidth beyond the free ones. */
  readonly perByte: bigint;
  /** Of the first transfer of the coin to a new account. */
  readonly activation: bigint;
}

const parametersSchema = z.object({ chainParameter: z.array(z.object({ key: z.string(), value: z.optional(z.int()) })) });

export function readPrices(raw: unknown): Prices {
  const values = new Map(read('parameters', parametersSchema, raw).chainParameter.map(({ key, value = 0 }) => [key, value]));
  const value = (key: string): bigint => {
    const found = values.get(key);
    if (found === undefined) throw new RpcUnavailable(`parameters: the node does not give ${key}`);
    return BigInt(found);
  };
  return {
    perEnergy: value('getEnergyFee'),
    perByte: value('getTransactionFee'),
    activation: value('getCreateNewAccountFeeInSystemContract') + value('getCreateAccountFee'),
  };
}

const broadcastSchema = z.object({ result: z.optional(z.boolean()), code: z.optional(z.string()), message: z.optional(z.string()) });

/** `taken`: the node has the transaction, perhaps from before. The message of a refusal is hexadecimal text. */
export function readBroadcast(raw: unknown): { readonly taken: true } | { readonly taken: false; readonly reason: string } {
  const { result, code = 'no code', message = '' } = read('broadcast', broadcastSchema, raw);
  if (result === true || code === 'DUP_TRANSACTION_ERROR') return { taken: true };
  const text = /^([0-9a-fA-F]{2})+$/.test(message) ? Buffer.from(message, 'hex').toString('utf8') : message;
  return { taken: false, reason: `${code}: ${text}`.slice(0, 300) };
}

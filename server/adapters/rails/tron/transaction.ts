import { sha256 } from '@noble/hashes/sha2.js';
import { abiWordOfAddress, addressBytes, type PayoutKey } from './address.ts';

/* Transactions in the network's protobuf encoding (`Tron.proto`, `balance_contract.proto`, `smart_contract.proto`). */

/** A transfer of the coin or of a token. Amounts in the smallest units; `feeLimit` in sun. */
export interface Transfer {
  readonly sender: string;
  readonly destination: string;
  readonly amount: bigint;
  /** The token's contract; null for the coin. */
  readonly contract: string | null;
  readonly feeLimit: bigint;
}

/** What limits a transaction to a chain and a time. Times in milliseconds. */
export interface Validity {
  /** Id of a recent block, 64 hexadecimal digits. */
  readonly blockId: string;
  readonly timestamp: number;
  readonly expiration: number;
}

export interface SignedTransaction {
  /** SHA-256 of the unsigned bytes, hexadecimal: the network accepts it once. */
  readonly txId: string;
  /** The signed transaction, hexadecimal. */
  readonly rawTx: string;
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}

/** A field with a number; absent if it is zero, as protobuf 3 writes it. */
const numberField = (field: number, value: bigint): number[] =>
  value === 0n ? [] : [...varint(BigInt(field * 8 + VARINT)), ...varint(value)];

const bytesField = (field: number, bytes: ArrayLike<number>): number[] => [
  ...varint(BigInt(field * 8 + LENGTH_DELIMITED)),
  ...varint(BigInt(bytes.length)),
  ...Array.from(bytes),
];

const textField = (field: number, text: string): number[] => bytesField(field, Buffer.from(text, 'utf8'));

const TRANSFER_CONTRACT = 1n;
const TRIGGER_SMART_CONTRACT = 31n;

/** First four bytes of keccak256("transfer(address,uint256)"). */
const TRANSFER_SELECTOR = 'a9059cbb';

/** Parameters of the token's `transfer`, ABI-encoded, without the selector. */
export const transferParameters = (destination: string, amount: bigint): string =>
  `${abiWordOfAddress(destination)}${amount.toString(16).padStart(64, '0')}`;

function bytesOf(address: string): Uint8Array {
  const bytes = addressBytes(address);
  if (!bytes) throw new Error('not an address');
  return bytes;
}

function contractBytes({ sender, destination, amount, contract }: Transfer): number[] {
  const owner = bytesField(1, bytesOf(sender));
  const [type, name, message] =
    contract === null
      ? [TRANSFER_CONTRACT, 'TransferContract', [...owner, ...bytesField(2, bytesOf(destination)), ...numberField(3, amount)]]
      : [
          TRIGGER_SMART_CONTRACT,
          'TriggerSmartContract',
          [
            ...owner,
            ...bytesField(2, bytesOf(contract)),
            ...bytesField(4, Buffer.from(`${TRANSFER_SELECTOR}${transferParameters(destination, amount)}`, 'hex')),
          ],
        ];
  const parameter = [...textField(1, `type.googleapis.com/protocol.${name}`), ...bytesField(2, message)];
  return [...numberField(1, type), ...bytesField(2, parameter)];
}

/** The unsigned bytes. The reference block is given by two bytes of its number and eight of its id. */
function rawBytes(transfer: Transfer, { blockId, timestamp, expiration }: Validity): Uint8Array {
  const id = Buffer.from(blockId, 'hex');
  return Uint8Array.from([
    ...bytesField(1, id.subarray(6, 8)),
    ...bytesField(4, id.subarray(8, 16)),
    ...numberField(8, BigInt(expiration)),
    ...bytesField(11, contractBytes(transfer)),
    ...numberField(14, BigInt(timestamp)),
    ...numberField(18, transfer.contract === null ? 0n : transfer.feeLimit),
  ]);
}

/** Signs a transfer. The same input gives the same transaction id. */
export function signTransfer(transfer: Transfer, validity: Validity, key: PayoutKey): SignedTransaction {
  const raw = rawBytes(transfer, validity);
  const hash = sha256(raw);
  const signed = [...bytesField(1, raw), ...bytesField(2, key.sign(hash))];
  return { txId: Buffer.from(hash).toString('hex'), rawTx: Buffer.from(signed).toString('hex') };
}

/** Bytes of bandwidth beyond the transaction itself that the network counts for its result. */
const RESULT_BYTES = 64;

/** Bandwidth of a signed transaction, in bytes. */
export const bandwidthOf = ({ rawTx }: SignedTransaction): bigint => BigInt(rawTx.length / 2 + RESULT_BYTES);

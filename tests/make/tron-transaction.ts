import { utils } from 'tronweb';
import { addressOfHex } from '#server/adapters/rails/tron/address.ts';
import type { TronTransaction } from './tron-chain.ts';

const hashOf = (hex: string): string => Buffer.from(utils.crypto.SHA256(Buffer.from(hex, 'hex'))).toString('hex');

/** Reads a signed transaction by tronweb's decoder. Throws the node's error code. */
export function decodeTransaction(rawTx: string): TronTransaction & { readonly refBytes: string; readonly refHash: string } {
  const { TronWebProto } = globalThis as unknown as {
    TronWebProto: { Transaction: { deserializeBinary(bytes: Uint8Array): ProtoTransaction } };
  };
  const proto = TronWebProto.Transaction.deserializeBinary(Buffer.from(rawTx, 'hex'));
  const rawHex = Buffer.from(proto.getRawData().serializeBinary()).toString('hex');
  const type = proto.getRawData().getContractList()[0]?.getType() === 1 ? 'TransferContract' : 'TriggerSmartContract';
  const raw = utils.deserializeTx.deserializeTransaction(type, rawHex) as RawData;
  const txID = hashOf(rawHex);
  // tronweb encodes the same JSON to the same id
  if (!utils.transaction.txCheck({ txID, raw_data: raw, raw_data_hex: rawHex })) throw new Error('OTHER_ERROR');
  const [signature] = proto.getSignatureList_asU8();
  const { value } = raw.contract[0].parameter;
  const owner = addressOfHex(value.owner_address);
  const signer = signature && utils.crypto.ecRecover(txID, withEthereumRecovery(signature));
  if (signer === undefined || addressOfHex(signer) !== owner) throw new Error('SIGERROR');
  const call = value.data === undefined ? undefined : /^a9059cbb([0-9a-f]{64})([0-9a-f]{64})$/.exec(value.data.toLowerCase());
  if (value.data !== undefined && !call) throw new Error('CONTRACT_VALIDATE_ERROR');
  return {
    txID,
    owner,
    to: addressOfHex(call?.[1] ?? value.to_address ?? ''),
    amount: call ? BigInt(`0x${call[2] ?? ''}`) : BigInt(value.amount ?? 0),
    contract: value.contract_address === undefined ? null : addressOfHex(value.contract_address),
    feeLimit: BigInt(raw.fee_limit ?? 0),
    expiration: raw.expiration,
    bytes: BigInt(rawTx.length / 2),
    refBytes: raw.ref_block_bytes.toLowerCase(),
    refHash: raw.ref_block_hash.toLowerCase(),
  };
}

/** The network takes 0 and 1 as well as 27 and 28; tronweb's recovery only the latter. */
function withEthereumRecovery(signature: Uint8Array): string {
  const bytes = Buffer.from(signature);
  const last = bytes[64] ?? 0;
  bytes[64] = last < 27 ? last + 27 : last;
  return bytes.toString('hex');
}

interface ProtoTransaction {
  getRawData(): { serializeBinary(): Uint8Array; getContractList(): readonly { getType(): number }[] };
  getSignatureList_asU8(): readonly Uint8Array[];
}

interface RawData {
  readonly contract: readonly [
    {
      readonly parameter: {
        readonly value: {
          readonly owner_address: string;
          readonly to_address?: string;
          readonly contract_address?: string;
          readonly amount?: number;
          readonly data?: string;
        };
      };
    },
  ];
  readonly ref_block_bytes: string;
  readonly ref_block_hash: string;
  readonly expiration: number;
  readonly fee_limit?: number;
}

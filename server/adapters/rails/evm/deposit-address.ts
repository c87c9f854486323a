import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { publicKeyToAddress } from 'viem/accounts';
import { bytesToHex } from 'viem/utils';
import type { Instant } from '#core/time.ts';
import { col, type Db, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** Derives deposit addresses. It holds no private key: the server cannot spend what arrives there. */
export interface DepositKey {
  /** BIP-32 fingerprint of the account key. */
  readonly fingerprint: string;
  /** The address at `<account>/0/<index>`, checksummed: what a wallet shows as receiving address number `index`. */
  addressAt(index: number): `0x${string}`;
}

/** Reads an account-level extended public key (`m/44'/60'/0'`). Throws on a malformed key and on a private key. */
export function readDepositKey(xpub: string): DepositKey {
  const account = HDKey.fromExtendedKey(xpub.trim());
  if (account.privateKey) throw new Error('EVM_XPUB is an extended private key; give the public one');
  const receiving = account.deriveChild(0);
  return {
    fingerprint: account.fingerprint.toString(16).padStart(8, '0'),
    addressAt(index) {
      const { publicKey } = receiving.deriveChild(index);
      if (!publicKey) throw new Error('no public key at this index');
      return publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(publicKey).toBytes(false)));
    },
  };
}

/** A deposit address and the payment expected on it. Addresses and contracts in lower case. */
export interface DepositAddress {
  readonly orderId: string;
  readonly chainId: number;
  readonly address: string;
  readonly paymentSystemCode: string;
  readonly contract: string | null;
  readonly amount: bigint;
  readonly requiredConfirmations: number;
}

const AddressRow = rowType({
  order_id: col.text,
  chain_id: col.text,
  address: col.text,
  payment_system_code: col.text,
  contract: col.nullable(col.text),
  amount: col.text,
  required_confirmations: col.number,
});

type AddressRow = RowOf<typeof AddressRow>;

const fromRow = (row: AddressRow): DepositAddress => ({
  orderId: row.order_id,
  chainId: Number(row.chain_id),
  address: row.address,
  paymentSystemCode: row.payment_system_code,
  contract: row.contract,
  amount: BigInt(row.amount),
  requiredConfirmations: row.required_confirmations,
});

export async function addressOfOrder(db: Db | Tx, orderId: string): Promise<DepositAddress | undefined> {
  const row = await db.maybe(AddressRow, sql`select ${AddressRow.list} from evm.deposit_addresses where order_id = ${orderId}`);
  return row && fromRow(row);
}

const NextIndexRow = rowType({
  next: col.number,
});

/** The order's address, created on the first call. Locked across processes: an index is assigned once. */
export function assignAddress(
  db: Db,
  input: Omit<DepositAddress, 'address'> & { readonly xpubFingerprint: string; readonly now: Instant },
  addressAt: (index: number) => string,
): Promise<DepositAddress> {
  return db.tx(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('evm.deposit_addresses', 0))`);
    const existing = await addressOfOrder(tx, input.orderId);
    if (existing) return existing;
    const { next } = await tx.one(NextIndexRow, sql`select coalesce(max(derivation_index) + 1, 0) as next from evm.deposit_addresses`);
    const address = addressAt(next).toLowerCase();
    await tx.run(sql`
      insert into evm.deposit_addresses
        (order_id, chain_id, derivation_index, xpub_fingerprint, address, payment_system_code, contract, amount, required_confirmations,
          created_at)
      values (${input.orderId}, ${input.chainId}, ${next}, ${input.xpubFingerprint}, ${address}, ${input.paymentSystemCode},
        ${input.contract}, ${input.amount.toString()}, ${input.requiredConfirmations}, ${new Date(input.now)})`);
    const { xpubFingerprint: _, now: __, ...fields } = input;
    return { ...fields, address };
  });
}

/** The given addresses that are ours, of any age. */
export async function findOurAddresses(
  db: Db,
  chainId: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, DepositAddress>> {
  if (addresses.length === 0) return new Map();
  const rows = await db.many(
    AddressRow,
    sql`select ${AddressRow.list} from evm.deposit_addresses
      where chain_id = ${chainId} and address = any(${[...new Set(addresses)]}::text[])`,
  );
  return new Map(rows.map((row) => [row.address, fromRow(row)]));
}

const WatchedAddressRow = rowType({
  address: col.text,
});

/** Addresses recent enough to be watched for token transfers. */
export async function watchedAddresses(db: Db, chainId: number, since: Instant): Promise<readonly string[]> {
  const rows = await db.many(
    WatchedAddressRow,
    sql`select address from evm.deposit_addresses where chain_id = ${chainId} and created_at >= ${new Date(since)} order by created_at`,
  );
  return rows.map((row) => row.address);
}

/** An EIP-681 payment request: what wallets read from a QR code. `amount` in minor units, addresses checksummed or not. */
export const paymentUri = (payment: {
  readonly address: string;
  readonly contract: string | null;
  readonly chainId: number;
  readonly amount: bigint;
}): string =>
  payment.contract === null
    ? `ethereum:${payment.address}@${payment.chainId}?value=${payment.amount}`
    : `ethereum:${payment.contract}@${payment.chainId}/transfer?address=${payment.address}&uint256=${payment.amount}`;

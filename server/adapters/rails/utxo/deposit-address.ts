import type { Instant } from '#core/time.ts';
import { col, type Db, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { OwnAddress } from './keys.ts';

/** A deposit address and the payment expected on it. */
export interface DepositAddress extends OwnAddress {
  readonly orderId: string;
  /** Hash of the chain's first block. */
  readonly chain: string;
  readonly paymentSystemCode: string;
  readonly amount: bigint;
  /** Of any amount. */
  readonly requiredConfirmations: number;
  /** More for larger amounts, as the payment system had it when the address was offered. */
  readonly confirmationSteps: string;
}

const AddressRow = rowType({
  order_id: col.text,
  chain: col.text,
  address: col.text,
  script: col.text,
  payment_system_code: col.text,
  amount: col.text,
  required_confirmations: col.number,
  confirmation_steps: col.text,
});

const fromRow = (row: RowOf<typeof AddressRow>): DepositAddress => ({
  orderId: row.order_id,
  chain: row.chain,
  address: row.address,
  script: row.script,
  paymentSystemCode: row.payment_system_code,
  amount: BigInt(row.amount),
  requiredConfirmations: row.required_confirmations,
  confirmationSteps: row.confirmation_steps,
});

export async function addressOfOrder(db: Db | Tx, orderId: string): Promise<DepositAddress | undefined> {
  const row = await db.maybe(AddressRow, sql`select ${AddressRow.list} from utxo.deposit_addresses where order_id = ${orderId}`);
  return row && fromRow(row);
}

const NextIndexRow = rowType({ next: col.number });

/** The order's address, created on the first call. Locked across processes: an index of a chain is assigned once. */
export function assignAddress(
  db: Db,
  input: Omit<DepositAddress, keyof OwnAddress> & { readonly xpubFingerprint: string; readonly now: Instant },
  addressAt: (index: number) => OwnAddress,
): Promise<DepositAddress> {
  return db.tx(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`utxo.deposit_addresses:${input.chain}`}, 0))`);
    const existing = await addressOfOrder(tx, input.orderId);
    if (existing) return existing;
    const { next } = await tx.one(
      NextIndexRow,
      sql`select coalesce(max(derivation_index) + 1, 0) as next from utxo.deposit_addresses where chain = ${input.chain}`,
    );
    const own = addressAt(next);
    await tx.run(sql`
      insert into utxo.deposit_addresses
        (order_id, chain, derivation_index, xpub_fingerprint, address, script, payment_system_code, amount, required_confirmations,
          confirmation_steps, created_at)
      values (${input.orderId}, ${input.chain}, ${next}, ${input.xpubFingerprint}, ${own.address}, ${own.script},
        ${input.paymentSystemCode}, ${input.amount.toString()}, ${input.requiredConfirmations}, ${input.confirmationSteps},
        ${new Date(input.now)})`);
    const { xpubFingerprint: _, now: __, ...fields } = input;
    return { ...fields, ...own };
  });
}

/** The deposit addresses among these scripts, by script; of any age. */
export async function findDepositAddresses(
  db: Db,
  chain: string,
  scripts: readonly string[],
): Promise<ReadonlyMap<string, DepositAddress>> {
  if (scripts.length === 0) return new Map();
  const rows = await db.many(
    AddressRow,
    sql`select ${AddressRow.list} from utxo.deposit_addresses
      where chain = ${chain} and script = any(${[...new Set(scripts)]}::text[])`,
  );
  return new Map(rows.map((row) => [row.script, fromRow(row)]));
}

const DECIMALS = 8;

/** A payment request that wallets read from a QR code (BIP 21). */
export function paymentUri(scheme: string, { address, amount }: Pick<DepositAddress, 'address' | 'amount'>): string {
  const digits = amount.toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  return `${scheme}:${address}?amount=${digits.slice(0, -DECIMALS)}${fraction === '' ? '' : `.${fraction}`}`;
}

import type { Instant } from '#core/time.ts';
import { col, type Db, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** A deposit address and the payment expected on it. */
export interface DepositAddress {
  readonly orderId: string;
  readonly address: string;
  readonly paymentSystemCode: string;
  /** The token's contract; null for the coin. */
  readonly contract: string | null;
  readonly amount: bigint;
  readonly requiredConfirmations: number;
}

const AddressRow = rowType({
  order_id: col.text,
  address: col.text,
  payment_system_code: col.text,
  contract: col.nullable(col.text),
  amount: col.text,
  required_confirmations: col.number,
});

const fromRow = (row: RowOf<typeof AddressRow>): DepositAddress => ({
  orderId: row.order_id,
  address: row.address,
  paymentSystemCode: row.payment_system_code,
  contract: row.contract,
  amount: BigInt(row.amount),
  requiredConfirmations: row.required_confirmations,
});

export async function addressOfOrder(db: Db | Tx, orderId: string): Promise<DepositAddress | undefined> {
  const row = await db.maybe(AddressRow, sql`select ${AddressRow.list} from tron.deposit_addresses where order_id = ${orderId}`);
  return row && fromRow(row);
}

const NextIndexRow = rowType({ next: col.number });

/** The order's address, created on the first call. Locked across processes: an index is assigned once. */
export function assignAddress(
  db: Db,
  input: Omit<DepositAddress, 'address'> & { readonly xpubFingerprint: string; readonly now: Instant },
  addressAt: (index: number) => string,
): Promise<DepositAddress> {
  return db.tx(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('tron.deposit_addresses', 0))`);
    const existing = await addressOfOrder(tx, input.orderId);
    if (existing) return existing;
    const { next } = await tx.one(NextIndexRow, sql`select coalesce(max(derivation_index) + 1, 0) as next from tron.deposit_addresses`);
    const address = addressAt(next);
    await tx.run(sql`
      insert into tron.deposit_addresses
        (order_id, derivation_index, xpub_fingerprint, address, payment_system_code, contract, amount, required_confirmations, created_at)
      values (${input.orderId}, ${next}, ${input.xpubFingerprint}, ${address}, ${input.paymentSystemCode}, ${input.contract},
        ${input.amount.toString()}, ${input.requiredConfirmations}, ${new Date(input.now)})`);
    const { xpubFingerprint: _, now: __, ...fields } = input;
    return { ...fields, address };
  });
}

/** The deposit addresses among the given ones, of any age. */
export async function findOurAddresses(db: Db, addresses: readonly string[]): Promise<ReadonlyMap<string, DepositAddress>> {
  if (addresses.length === 0) return new Map();
  const rows = await db.many(
    AddressRow,
    sql`select ${AddressRow.list} from tron.deposit_addresses where address = any(${[...new Set(addresses)]}::text[])`,
  );
  return new Map(rows.map((row) => [row.address, fromRow(row)]));
}

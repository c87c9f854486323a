import type { Instant } from '#core/time.ts';
import { col, type Db, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { MoneroWallet } from './wallet.ts';

/** A deposit address and the payment expected on it. */
export interface DepositAddress {
  readonly orderId: string;
  readonly address: string;
  readonly paymentSystemCode: string;
  readonly amount: bigint;
  readonly requiredConfirmations: number;
}

const AddressRow = rowType({
  order_id: col.text,
  address: col.text,
  payment_system_code: col.text,
  amount: col.text,
  required_confirmations: col.number,
});

const fromRow = (row: RowOf<typeof AddressRow>): DepositAddress => ({
  orderId: row.order_id,
  address: row.address,
  paymentSystemCode: row.payment_system_code,
  amount: BigInt(row.amount),
  requiredConfirmations: row.required_confirmations,
});

export async function addressOfOrder(db: Queryable, orderId: string): Promise<DepositAddress | undefined> {
  const row = await db.maybe(AddressRow, sql`select ${AddressRow.list} from monero.deposit_addresses where order_id = ${orderId}`);
  return row && fromRow(row);
}

const IndexRow = rowType({ last: col.number });

/** The highest index that was given to an order; 0: none. */
export const lastIndex = async (db: Queryable, wallet: string): Promise<number> =>
  (await db.one(IndexRow, sql`select coalesce(max(subaddress_index), 0) as last from monero.deposit_addresses where wallet = ${wallet}`))
    .last;

/** A wallet that is killed forgets addresses since it was stored, and finds money up to 200 addresses beyond. */
const STORE_EVERY = 50;

/** The wallet creates again what it has forgotten: after it was killed, or restored from a copy or its keys. */
export async function ensureAddresses(wallet: MoneroWallet, last: number): Promise<void> {
  if (last === 0 || (await wallet.addressAt(last))) return;
  await wallet.createUpTo(last);
  await wallet.store();
}

/** The next unused address. Our table numbers them: a repetition loses none, and a wallet that forgot some gives none twice. */
async function nextAddress(
  wallet: MoneroWallet,
  last: number,
  label: string,
): Promise<{ readonly index: number; readonly address: string }> {
  for (let index = last + 1; ; index += 1) {
    if (!(await wallet.addressAt(index))) await wallet.createUpTo(index);
    const found = await wallet.addressAt(index);
    // One that a person created and named, or paid to, is left to them
    if (!found || found.isUsed || (found.label !== '' && found.label !== label)) continue;
    await wallet.label(index, label);
    if (index % STORE_EVERY === 0) await wallet.store();
    return { index, address: found.address };
  }
}

/** The last address assignment of this process. */
const lastTurns = new WeakMap<Db, Promise<unknown>>();

/** One after the other in this process: customers waiting for a slow wallet hold one connection of the database, not all. */
function inTurn<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const turn = (lastTurns.get(db) ?? Promise.resolve()).then(work, work);
  lastTurns.set(db, turn);
  return turn;
}

/** The order's address, created on the first call. Locked across processes: an index is assigned once, and recorded before it is shown. */
export function assignAddress(
  db: Db,
  wallet: MoneroWallet & { readonly primary: string },
  input: Omit<DepositAddress, 'address'> & { readonly now: Instant },
): Promise<DepositAddress> {
  const assign = async (tx: Tx): Promise<DepositAddress> => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('monero.deposit_addresses', 0))`);
    const existing = await addressOfOrder(tx, input.orderId);
    if (existing) return existing;
    const { index, address } = await nextAddress(wallet, await lastIndex(tx, wallet.primary), input.orderId);
    await tx.run(sql`
      insert into monero.deposit_addresses
        (order_id, wallet, subaddress_index, address, payment_system_code, amount, required_confirmations, created_at)
      values (${input.orderId}, ${wallet.primary}, ${index}, ${address}, ${input.paymentSystemCode}, ${input.amount.toString()},
        ${input.requiredConfirmations}, ${new Date(input.now)})`);
    const { now: _, ...fields } = input;
    return { ...fields, address };
  };
  return inTurn(db, () => db.tx(assign));
}

const OwnRow = rowType({ order_id: col.text, subaddress_index: col.number });

/** Orders by the indices of their addresses, among the given ones. */
export async function ordersOf(db: Queryable, wallet: string, indices: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (indices.length === 0) return new Map();
  const rows = await db.many(
    OwnRow,
    sql`
    select ${OwnRow.list} from monero.deposit_addresses
    where wallet = ${wallet} and subaddress_index = any(${[...new Set(indices)]}::int[])`,
  );
  return new Map(rows.map((row) => [row.subaddress_index, row.order_id]));
}

import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, raw, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const COLUMNS = raw('id, payment_system_code, side, values_sealed, values_masked, label, created_at, last_used_at');

export const UserWalletRow = rowType({
  id: col.text,
  payment_system_code: col.text,
  side: col.oneOf(['income', 'outcome']),
  values_sealed: col.bytes,
  values_masked: col.textRecord,
  label: col.nullable(col.text),
  created_at: col.timestamp,
  last_used_at: col.timestamp,
});
export type UserWalletRow = RowOf<typeof UserWalletRow>;

export const listWallets = async (db: Queryable, userId: string): Promise<UserWalletRow[]> =>
  await db.many(UserWalletRow, sql`select ${COLUMNS} from user_wallets where user_id = ${userId} order by last_used_at desc, id`);

export const findWallet = async (db: Queryable, userId: string, id: string): Promise<UserWalletRow | undefined> =>
  await db.maybe(UserWalletRow, sql`select ${COLUMNS} from user_wallets where user_id = ${userId} and id = ${id}`);

const SinceRow = rowType({ created_at: col.timestamp });

export const findCreatedAt = async (db: Queryable, userId: string, fingerprint: Buffer): Promise<Instant | undefined> =>
  (
    await db.maybe(SinceRow, sql`select created_at from user_wallets where user_id = ${userId} and fingerprint = ${fingerprint}`)
  )?.created_at.getTime();

const FingerprintRow = rowType({ ...UserWalletRow.columns, print: col.text });
export type FingerprintRow = RowOf<typeof FingerprintRow>;

/** The customer's wallets with these keyed hashes (hexadecimal). */
export const findByFingerprints = async (db: Queryable, userId: string, fingerprints: readonly string[]): Promise<FingerprintRow[]> =>
  await db.many(
    FingerprintRow,
    sql`select ${COLUMNS}, encode(fingerprint, 'hex') as print from user_wallets
      where user_id = ${userId} and encode(fingerprint, 'hex') = any(${[...fingerprints]}::text[])`,
  );

export interface NewWallet {
  readonly id: string;
  readonly userId: string;
  readonly code: string;
  readonly side: 'income' | 'outcome';
  readonly sealed: Buffer;
  readonly masked: RequisiteValues;
  readonly fingerprint: Buffer;
  readonly at: Date;
}

/** Saving the same requisites again only updates their last use. */
export const insertWallet = async (tx: Tx, wallet: NewWallet): Promise<number> =>
  await tx.run(sql`
    insert into user_wallets (id, user_id, payment_system_code, side, values_sealed, values_masked, fingerprint, created_at, last_used_at)
    values (${wallet.id}, ${wallet.userId}, ${wallet.code}, ${wallet.side}, ${wallet.sealed}, ${JSON.stringify(wallet.masked)},
      ${wallet.fingerprint}, ${wallet.at}, ${wallet.at})
    on conflict (user_id, payment_system_code, side, fingerprint) do update set last_used_at = excluded.last_used_at`);

/** Deletes all except the `max` most recently used. */
export const deleteLeastUsed = async (tx: Tx, userId: string, max: number): Promise<number> =>
  await tx.run(sql`
    delete from user_wallets where id in (
      select id from user_wallets where user_id = ${userId} order by last_used_at desc, id offset ${max})`);

export const touchWallet = async (tx: Tx, id: string, at: Date): Promise<number> =>
  await tx.run(sql`update user_wallets set last_used_at = ${at} where id = ${id}`);

export const nameWallet = async (tx: Tx, userId: string, { id, label }: { id: string; label: string | null }): Promise<number> =>
  await tx.run(sql`update user_wallets set label = ${label} where user_id = ${userId} and id = ${id}`);

export const deleteWallet = async (tx: Tx, userId: string, id: string): Promise<number> =>
  await tx.run(sql`delete from user_wallets where user_id = ${userId} and id = ${id}`);

/** Saved requisites from before a moment. */
export const deleteWalletsBefore = async (tx: Tx, userId: string, before: Instant): Promise<number> =>
  await tx.run(sql`delete from user_wallets where user_id = ${userId} and created_at < ${new Date(before)}`);

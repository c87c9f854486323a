import { LOCALES } from '#core/locale.ts';
import type { Instant } from '#core/time.ts';
import { col, type Db, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const SealRow = rowType({ day: col.text, number: col.safeInteger, hash: col.bytes, mailed_at: col.timestamp });
/** A head that was mailed to the owners. */
export type Seal = RowOf<typeof SealRow>;

/** Stores the day's head; undefined if the day has one, or if nothing was linked since the last one. */
export const insertSeal = async (
  tx: Tx,
  { day, number, hash, now }: { readonly day: string; readonly number: number; readonly hash: string; readonly now: Instant },
): Promise<Seal | undefined> =>
  await tx.maybe(
    SealRow,
    sql`
    insert into ledger_seals (day, number, hash, mailed_at)
    select ${day}::date, ${number}, ${Buffer.from(hash, 'hex')}, ${new Date(now)}
    where not exists (select from ledger_seals s where s.number >= ${number})
    on conflict (day) do nothing returning day, number, hash, mailed_at`,
  );

export const findSeal = async (db: Queryable, day: string): Promise<Seal | undefined> =>
  await db.maybe(SealRow, sql`select day, number, hash, mailed_at from ledger_seals where day::text = ${day}`);

export const findLastSeal = async (db: Queryable): Promise<Seal | undefined> =>
  await db.maybe(SealRow, sql`select day, number, hash, mailed_at from ledger_seals order by day desc limit 1`);

export const hasSeal = async (db: Queryable, day: string): Promise<boolean> => (await findSeal(db, day)) !== undefined;

const BrokenSealRow = rowType({ day: col.text, number: col.safeInteger });

/** Mailed heads that are no longer in the chain, oldest first. */
export const listBrokenSeals = async (db: Queryable, limit: number) =>
  await db.many(
    BrokenSealRow,
    sql`
    select s.day, s.number from ledger_seals s left join ledger_chain c on c.number = s.number
    where c.hash is distinct from s.hash order by s.day limit ${limit}`,
  );

const OwnerRow = rowType({ id: col.text, email: col.text, locale: col.oneOf(LOCALES) });

/** Enabled owners, who get the day's head. */
export const listOwners = async (db: Queryable) =>
  await db.many(OwnerRow, sql`select id, email, locale from users where role = 'owner' and disabled_at is null order by email`);

const CheckRow = rowType({ checked_at: col.timestamp, links: col.safeInteger, problem: col.nullable(col.text) });
/** The result of the last verification, and how many links it compared. */
export type ChainCheck = RowOf<typeof CheckRow>;

export const findCheck = async (db: Queryable): Promise<ChainCheck | undefined> =>
  await db.maybe(CheckRow, sql`select checked_at, links, problem from ledger_chain_check`);

export const saveCheck = async (db: Db, { at, links, problem }: { at: Instant; links: number; problem: string | null }): Promise<number> =>
  await db.run(sql`
    insert into ledger_chain_check (checked_at, links, problem) values (${new Date(at)}, ${links}, ${problem})
    on conflict (only_one) do update set checked_at = excluded.checked_at, links = excluded.links, problem = excluded.problem`);

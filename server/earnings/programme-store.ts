import { ProgrammeDocument } from '#contract/office/shop/referral-programme.ts';
import type { DatedProgramme, Programme } from '#core/earnings/programme.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const ProgrammeRow = rowType({ version: col.number, since: col.timestamp, document: col.json(ProgrammeDocument) });

/** Every version of the terms, by date. */
export async function findProgrammes(db: Queryable): Promise<DatedProgramme[]> {
  const rows = await db.many(ProgrammeRow, sql`select version, since, document from earning_programmes order by since, version`);
  return rows.map(({ version, since, document }) => ({ version, since: since.getTime(), programme: document }));
}

/** Serialises changes of the terms until the transaction ends. */
export const lockProgrammes = async (db: Queryable): Promise<number> =>
  await db.run(sql`lock table earning_programmes in share row exclusive mode`);

/** Inserts a version that is valid from now on. */
export const insertProgramme = async (tx: Tx, programme: Programme): Promise<number> =>
  await tx.run(sql`
    insert into earning_programmes (version, since, document)
    select coalesce(max(version), 0) + 1, clock_timestamp(), ${JSON.stringify(programme)} from earning_programmes`);

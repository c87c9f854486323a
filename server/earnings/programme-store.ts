import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { DatedProgramme, Programme } from '#core/earnings/programme.ts';
import { written } from '#server/platform/db/row.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

const ProgrammeRow = z.object({ version: z.number(), since: z.date(), document: written<Programme>() });

/** Every version of the terms, in order of their dates. */
export async function findProgrammes(db: Queryable): Promise<DatedProgramme[]> {
  const rows = await db.many(ProgrammeRow, sql`select version, since, document from earning_programmes order by since, version`);
  return rows.map(({ version, since, document }) => ({ version, since: since.getTime(), programme: document }));
}

/** One change of the terms at a time: lets go with the transaction. */
export const lockProgrammes = async (db: Queryable): Promise<number> =>
  await db.run(sql`lock table earning_programmes in share row exclusive mode`);

/** A version from this moment on; those before it stay as they are. */
export const insertProgramme = async (tx: Tx, programme: Programme): Promise<number> =>
  await tx.run(sql`
    insert into earning_programmes (version, since, document)
    select coalesce(max(version), 0) + 1, clock_timestamp(), ${JSON.stringify(programme)} from earning_programmes`);

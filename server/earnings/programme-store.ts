import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { DatedProgramme, Programme } from '#core/earnings/programme.ts';
import { written } from '#server/platform/db/row.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const ProgrammeRow = z.object({ version: z.number(), since: z.date(), document: written<Programme>() });

/** Every version of the terms, in order of their dates. */
export async function findProgrammes(db: Queryable): Promise<DatedProgramme[]> {
  const rows = await db.many(ProgrammeRow, sql`select version, since, document from earning_programmes order by since, version`);
  return rows.map(({ version, since, document }) => ({ version, since: since.getTime(), programme: document }));
}

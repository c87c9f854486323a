import * as z from 'zod/mini';
import { LOCALES, type Locale } from '#core/locale.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { emailOf } from '#server/users/queries.ts';

/** A text of the shop. Null: the text that is delivered with the product. */
export const TextValue = z.object({ key: z.string(), locale: z.enum(LOCALES), value: z.nullable(z.string()) });
export type TextValue = z.output<typeof TextValue>;
const TextValues = col.json(z.array(TextValue));

const OverrideRow = rowType({ key: col.text, locale: col.oneOf(LOCALES), value: col.text });

export const findOverrides = (db: Queryable) =>
  db.many(OverrideRow, sql`select key, locale, value from text_overrides order by key, locale`);

export async function saveOverride(tx: Tx, { key, locale, value }: TextValue): Promise<void> {
  if (value === null) await tx.run(sql`delete from text_overrides where key = ${key} and locale = ${locale}`);
  else
    await tx.run(sql`
      insert into text_overrides (key, locale, value) values (${key}, ${locale}, ${value})
      on conflict (key, locale) do update set value = excluded.value`);
}

const VersionRow = rowType(
  {
    text_id: col.text,
    version: col.number,
    values: TextValues,
    saved_at: col.timestamp,
    saved_by: col.computed(col.text, emailOf(sql`v.saved_by`)),
  },
  'v',
);
const MAX_VERSIONS = 20;

/** Versions of a text, newest first. */
export const findVersions = (db: Queryable, id: string) =>
  db.many(
    VersionRow,
    sql`select ${VersionRow.list} from text_versions v where v.text_id = ${id} order by v.version desc limit ${MAX_VERSIONS}`,
  );

/** The latest version of each text. */
export const findLatestVersions = (db: Queryable) =>
  db.many(VersionRow, sql`select distinct on (v.text_id) ${VersionRow.list} from text_versions v order by v.text_id, v.version desc`);

export interface NewVersion {
  readonly id: string;
  /** The version that was read, 0 if there was none. */
  readonly baseVersion: number;
  readonly values: readonly TextValue[];
  readonly by: string;
  readonly now: Instant;
}

/** False if another operator has saved the text since it was read. */
export const insertVersion = async (tx: Tx, { id, baseVersion, values, by, now }: NewVersion): Promise<boolean> =>
  (await tx.run(sql`
    insert into text_versions (text_id, version, values, saved_at, saved_by)
    select ${id}, ${baseVersion}::int + 1, ${JSON.stringify(values)}::jsonb, ${new Date(now)}, ${by}
    where coalesce((select max(version) from text_versions where text_id = ${id}), 0) = ${baseVersion}::int
    on conflict do nothing`)) === 1;

const TestMailRow = rowType({ user_id: col.text, text_id: col.text, locale: col.oneOf(LOCALES), values: TextValues });

export interface NewTestMail {
  readonly id: string;
  readonly userId: string;
  readonly textId: string;
  readonly locale: Locale;
  readonly values: readonly TextValue[];
  readonly now: Instant;
}

export const insertTestMail = (tx: Tx, testMail: NewTestMail): Promise<number> =>
  tx.run(sql`
    insert into text_tries (id, user_id, text_id, locale, values, asked_at)
    values (${testMail.id}, ${testMail.userId}, ${testMail.textId}, ${testMail.locale}, ${JSON.stringify(testMail.values)}::jsonb,
      ${new Date(testMail.now)})`);

export const findTestMail = (db: Queryable, id: string) =>
  db.maybe(TestMailRow, sql`select user_id, text_id, locale, values from text_tries where id::text = ${id}`);

export const deleteTestMailsBefore = (db: Queryable, before: Instant): Promise<number> =>
  db.run(sql`delete from text_tries where asked_at < ${new Date(before)}`);

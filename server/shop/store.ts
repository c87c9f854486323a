import * as z from 'zod/mini';
import type { SettingsSection } from '#contract/office/shop/settings.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { emailOf } from '#server/users/queries.ts';

const SectionRow = rowType(
  {
    section: col.text,
    value: col.json(z.unknown()),
    version: col.number,
    changed_at: col.timestamp,
    changed_by: col.computed(col.nullable(col.text), emailOf(sql`s.changed_by`)),
  },
  's',
);

export interface StoredSection {
  /** Unparsed: read it with the schema of the section. */
  readonly value: unknown;
  readonly version: number;
  readonly changedAt: Instant;
  readonly changedBy: string | null;
}

/** Every saved section, by name. */
export async function readSections(db: Queryable): Promise<ReadonlyMap<string, StoredSection>> {
  const rows = await db.many(SectionRow, sql`select ${SectionRow.list} from shop_settings s`);
  return new Map(
    rows.map(({ section, value, version, changed_at, changed_by }) => [
      section,
      { value, version, changedAt: changed_at.getTime(), changedBy: changed_by },
    ]),
  );
}

/** Writes a section over the version that was read (0: none). False if it was changed since. */
export async function writeSection(
  tx: Tx,
  input: {
    readonly section: SettingsSection;
    readonly value: object;
    readonly version: number;
    readonly by: string;
    readonly now: Instant;
  },
): Promise<boolean> {
  const { section, value, version, by, now } = input;
  const changed = await tx.run(
    version === 0
      ? sql`insert into shop_settings (section, value, version, changed_at, changed_by)
          values (${section}, ${JSON.stringify(value)}::jsonb, 1, ${new Date(now)}, ${by}) on conflict (section) do nothing`
      : sql`update shop_settings set value = ${JSON.stringify(value)}::jsonb, version = version + 1, changed_at = ${new Date(now)},
          changed_by = ${by} where section = ${section} and version = ${version}`,
  );
  return changed === 1;
}

import type { ContentTexts } from '#core/content/item.ts';
import type { Locale } from '#core/locale.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import { col, extendRow, join, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import { nameOf } from '#server/users/queries.ts';
import { textsColumn } from './published-store.ts';

const VersionRow = rowType(
  {
    number: col.number,
    made_at: col.timestamp,
    made_by_name: col.computed(col.nullable(col.text), sql`${nameOf(sql`v.made_by`)}`),
    note: col.text,
    title_ru: col.computed(col.nullable(col.text), sql`v.texts->'ru'->>'title'`),
    title_en: col.computed(col.nullable(col.text), sql`v.texts->'en'->>'title'`),
  },
  'v',
);
export type VersionRow = RowOf<typeof VersionRow>;
const VersionWithTextsRow = extendRow(VersionRow, { category_id: col.number, texts: textsColumn });
export type VersionWithTextsRow = RowOf<typeof VersionWithTextsRow>;

const source = sql`content_versions v`;
const number: SortKey = { column: sql`v.number`, type: 'numeric' };

export async function listVersions(db: Queryable, itemId: string, page: PageRequest): Promise<ListPage<VersionRow>> {
  const list = { row: VersionRow, source, where: sql`v.item_id::text = ${itemId}` };
  return await readListPage(db, list, { ...page, keys: sortedKeys(page.sort, { number }, [{ ...number, isDescending: true }]) });
}

export const countVersions = (db: Queryable, itemId: string, maxCounted?: number): Promise<number> =>
  countUpTo(db, sql`from content_versions v where v.item_id::text = ${itemId}`, maxCounted);

export const findVersion = (db: Queryable, itemId: string, versionNumber: number): Promise<VersionWithTextsRow | undefined> =>
  db.maybe(
    VersionWithTextsRow,
    sql`select ${VersionRow.list}, v.category_id, v.texts from ${source} where v.item_id::text = ${itemId} and v.number = ${versionNumber}`,
  );

const LatestRow = rowType({ number: col.number, revision: col.number });

export const latestVersion = (db: Queryable, itemId: string): Promise<RowOf<typeof LatestRow> | undefined> =>
  db.maybe(LatestRow, sql`select number, revision from content_versions where item_id::text = ${itemId} order by number desc limit 1`);

export interface NewVersion {
  readonly itemId: string;
  readonly number: number;
  readonly revision: number;
  readonly categoryId: number;
  readonly texts: ContentTexts;
  readonly by: string | null;
  readonly note: string;
  readonly now: Date;
}

export const insertVersion = (
  tx: Tx,
  { itemId, number: versionNumber, revision, categoryId, texts, by, note, now }: NewVersion,
): Promise<number> =>
  tx.run(sql`
    insert into content_versions (item_id, number, revision, category_id, texts, made_by, made_at, note)
    values (${itemId}, ${versionNumber}, ${revision}, ${categoryId}, ${JSON.stringify(texts)}::jsonb, ${by}, ${now}, ${note})`);

export interface NewPublication {
  readonly itemId: string;
  readonly version: number | null;
  readonly from: Date;
  readonly by: string | null;
  readonly now: Date;
}

export const insertPublication = (tx: Tx, { itemId, version, from, by, now }: NewPublication): Promise<number> =>
  tx.run(sql`
    insert into content_publications (item_id, version, begins_at, made_by, made_at)
      values (${itemId}, ${version}, ${from}, ${by}, ${now})`);

/** Cancels scheduled publications. Returns how many there were. */
export const cancelScheduled = (tx: Tx, itemId: string, { by, now }: { readonly by: string; readonly now: Date }): Promise<number> =>
  tx.run(sql`
    update content_publications set called_off_at = ${now}, called_off_by = ${by}
    where item_id::text = ${itemId} and called_off_at is null and begins_at > ${now}`);

export interface Address {
  readonly form: 'slug' | 'seolink';
  readonly locale: Locale;
  readonly address: string;
}

const TakenAddressRow = rowType({ form: col.oneOf(['slug', 'seolink']), locale: col.oneOf(['ru', 'en']) });

/** Which of the addresses belong or belonged to another text. */
export const addressesOfOthers = (
  db: Queryable,
  itemId: string,
  addresses: readonly Address[],
): Promise<RowOf<typeof TakenAddressRow>[]> =>
  addresses.length === 0
    ? Promise.resolve([])
    : db.many(
        TakenAddressRow,
        sql`
        select a.form, a.locale from content_addresses a where a.item_id::text <> ${itemId}
          and (a.form, a.locale, a.address) in (${join(addresses.map((item) => sql`(${item.form}, ${item.locale}, ${item.address})`))})
        order by a.form desc, a.locale desc`,
      );

/** Assigns addresses to a text for good. */
export async function saveAddresses(tx: Tx, itemId: string, addresses: readonly Address[], now: Date): Promise<void> {
  for (const { form, locale, address } of addresses)
    await tx.run(sql`
      insert into content_addresses (form, locale, address, item_id, since) values (${form}, ${locale}, ${address}, ${itemId}, ${now})
      on conflict (form, locale, address) do nothing`);
}

const ImageRow = rowType({ id: col.text, width: col.number, height: col.number });

/** Stored pictures among the given ids. */
export const findImages = (db: Queryable, ids: readonly string[]): Promise<RowOf<typeof ImageRow>[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.many(ImageRow, sql`select id::text, width, height from content_images where id::text = any (${[...ids]}::text[])`);

import { col, escapeLike, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import type { FoundIn } from '#core/search/read-query.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Searcher } from '#server/search/searcher.ts';

const MatchRow = rowType({
  id: col.text,
  email: col.text,
  name: col.nullable(col.text),
  created_at: col.timestamp,
  by_key: col.bool,
  by_email: col.bool,
  by_name: col.bool,
});

const matchedFields = (row: RowOf<typeof MatchRow>): FoundIn[] => [
  ...(row.by_key ? (['number'] as const) : []),
  ...(row.by_name ? (['name'] as const) : []),
  ...(row.by_email ? (['email'] as const) : []),
];

/** Finds partners by the start of a key id, by part of the e-mail, or by the name of the partner or a key. */
export const partnerSearcher = ({ db }: Pick<Deps, 'db'>): Searcher => ({
  entity: 'partners',
  needs: 'read_partners',
  isComplete: async () => await Promise.resolve(true),
  async find({ text }, { limit }) {
    const pattern = escapeLike(text);
    const rows = await db.many(
      MatchRow,
      sql`
      select * from (
        select p.user_id::text as id, u.email, u.full_name as name, p.created_at,
          exists (select from partner_keys k where k.user_id = p.user_id and lower(k.id) like ${`${pattern}%`}) as by_key,
          lower(u.email) like ${`%${pattern}%`} as by_email,
          coalesce(lower(u.full_name) like ${`%${pattern}%`}, false)
            or exists (select from partner_keys k where k.user_id = p.user_id and lower(k.name) like ${`%${pattern}%`}) as by_name
        from partners p join users u on u.id = p.user_id) p
      where by_key or by_email or by_name order by by_key desc, created_at desc limit ${limit}`,
    );
    return rows.map((row) => ({
      subject: row.id,
      title: row.email,
      detail: row.name,
      found_in: matchedFields(row),
      status: null,
      amounts: [],
      at: toRfc3339(row.created_at.getTime()),
    }));
  },
});

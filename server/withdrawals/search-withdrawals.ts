import { col, escapeLike, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { FoundIn } from '#core/search/read-query.ts';
import { toRfc3339 } from '#core/time.ts';
import { WITHDRAWAL_STATUSES } from '#core/withdrawal/lifecycle.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { hasNumber } from '#server/orders/has-number.ts';
import type { Searcher } from '#server/search/searcher.ts';

const MatchRow = rowType({
  id: col.text,
  status: col.oneOf(WITHDRAWAL_STATUSES),
  email: col.text,
  purse_amount: col.text,
  created_at: col.timestamp,
  by_number: col.bool,
  by_hash: col.bool,
  by_email: col.bool,
});

const matchedFields = (row: RowOf<typeof MatchRow>): FoundIn[] => [
  ...(row.by_number ? (['number'] as const) : []),
  ...(row.by_hash ? (['hash'] as const) : []),
  ...(row.by_email ? (['email'] as const) : []),
];

/** Finds withdrawals by number, part of the customer's email, or transaction hash. */
export const withdrawalSearcher = ({ db }: Pick<Deps, 'db'>): Searcher => ({
  entity: 'withdrawals',
  needs: 'read_orders',
  isComplete: async () => await Promise.resolve(true),
  async find({ text }, { limit }) {
    const pattern = escapeLike(text);
    const rows = await db.many(
      MatchRow,
      sql`
      select * from (
        select w.id, w.status, u.email, w.purse_amount, w.created_at, ${hasNumber(sql`w.id`, text)} as by_number,
          coalesce(lower(w.tx_hash) like ${`${pattern}%`}, false) as by_hash, lower(u.email) like ${`%${pattern}%`} as by_email
        from withdrawals w join users u on u.id = w.user_id) w
      where by_number or by_hash or by_email order by (by_number or by_hash) desc, created_at desc limit ${limit}`,
    );
    return rows.map((row) => ({
      subject: row.id,
      title: row.id,
      detail: row.email,
      found_in: matchedFields(row),
      status: row.status,
      amounts: [{ amount: formatAmount(BigInt(row.purse_amount), PURSE_SCALE), currency_iso_code: PURSE_ASSET }],
      at: toRfc3339(row.created_at.getTime()),
    }));
  },
});

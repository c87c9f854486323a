import * as z from 'zod/mini';
import type { Document } from '#core/changes/change.ts';
import { BASE_SYMBOL, CROSS_BASES } from '#core/pricing/reading.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Changeable } from '#server/changes/changeable.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { MARKET_SETTINGS_CHANGED } from './channels.ts';
import { MarketSymbol } from './change-rules.ts';

const ANCHORS: readonly string[] = [BASE_SYMBOL, ...CROSS_BASES];

/**
 * A price set by hand: units of `quote` per `base`, decimal text, valid until `until`. One is the symbol, the other the dollar or a base
 * of crosses.
 */
const FixedPriceDocument = z
  .strictObject({
    symbol: MarketSymbol,
    base: MarketSymbol,
    quote: MarketSymbol,
    price: z.string().check(z.regex(/^(?=.*[1-9])\d{1,18}(?:\.\d{1,18})?$/)),
    until: z.iso.datetime(),
  })
  .check(
    z.refine(({ symbol, base, quote }) => symbol !== BASE_SYMBOL && [base, quote].includes(symbol), { path: ['symbol'] }),
    z.refine(({ symbol, base, quote }) => base !== quote && ANCHORS.includes(base === symbol ? quote : base), { path: ['quote'] }),
  );

const FixedRow = rowType({ symbol: col.text, base: col.text, quote: col.text, price: col.text, until: col.timestamp });

/** Fixed prices of these symbols as documents, expired ones included. */
async function readFixedPrices(
  db: Queryable,
  keys: readonly string[],
  options?: { readonly lock: boolean },
): Promise<ReadonlyMap<string, Document>> {
  const lock = options?.lock === true ? sql`for update` : sql``;
  const rows = await db.many(
    FixedRow,
    sql`select symbol, base, quote, trim_scale(price) as price, until from fixed_prices where symbol = any(${[...keys]}::text[]) ${lock}`,
  );
  return new Map(rows.map(({ until, ...row }) => [row.symbol, { ...row, until: toRfc3339(until.getTime()) }]));
}

async function saveFixedPrices(tx: Tx, documents: readonly Document[]): Promise<void> {
  for (const document of documents) {
    const { symbol, base, quote, price, until } = FixedPriceDocument.parse(document);
    await tx.run(sql`
      insert into fixed_prices (symbol, base, quote, price, until)
        values (${symbol}, ${base}, ${quote}, ${price}::numeric, ${until}::timestamptz)
      on conflict (symbol) do update set base = excluded.base, quote = excluded.quote, price = excluded.price, until = excluded.until`);
  }
}

const removeFixedPrices = async (tx: Tx, keys: readonly string[]): Promise<void> =>
  void (await tx.run(sql`delete from fixed_prices where symbol = any(${[...keys]}::text[])`));

/** Fixed prices as an entity of changes (domain 10). */
export const changeableFixedPrice = {
  schema: FixedPriceDocument,
  keyOf: ({ symbol }: Document) => String(symbol),
  read: readFixedPrices,
  save: saveFixedPrices,
  remove: removeFixedPrices,
  channel: MARKET_SETTINGS_CHANGED,
} satisfies Changeable;

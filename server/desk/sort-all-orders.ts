import { FINAL_STATUSES, ORDER_STATUSES } from '#core/order/status.ts';
import { join, sql, type Sql } from '#server/platform/db/db.ts';
import { afterStart, type PageRange, sortClause, type SortKey } from '#server/platform/db/list-page.ts';

export const SORTABLE = {
  created_at: { column: sql`o.created_at`, type: 'timestamptz' },
  status_changed_at: { column: sql`o.status_changed_at`, type: 'timestamptz' },
  expires_at: { column: sql`o.expires_at`, type: 'timestamptz', isNullable: true },
  status: { column: sql`o.status`, type: 'text' },
} as const satisfies Record<string, SortKey>;

/** Some of the orders, which one index sorts. */
interface Part {
  readonly condition: Sql;
  readonly keys: readonly SortKey[];
  /** Rows of the part that come after the page's start. */
  readonly after: Sql;
}

const ofStatus = (status: string, range: PageRange): Part => {
  const [, ...keys] = range.keys;
  const { from } = range;
  const isStart = from?.place[0] === status;
  const after = isStart ? afterStart({ ...range, keys, from: { ...from, place: from.place.slice(1) } }) : afterStart(range);
  return { condition: sql`o.status = ${status}`, keys, after };
};

const isEnded = sql`o.status in (${join(FINAL_STATUSES)})`;

/** Parts by the first sort key. No index sorts all orders by it: those of ended and open ones, and of single states, do together. */
const PARTS: Readonly<Record<string, (range: PageRange) => readonly Part[]>> = {
  status: (range) => ORDER_STATUSES.map((status) => ofStatus(status, range)),
  status_changed_at: (range) => [
    { condition: isEnded, keys: range.keys, after: afterStart(range) },
    { condition: sql`not (${isEnded})`, keys: range.keys, after: afterStart(range) },
  ],
  expires_at: (range) => {
    const [first, ...keys] = range.keys;
    const certain = first === undefined ? keys : [{ ...first, isNullable: false }, ...keys];
    return [
      { condition: sql`o.expires_at is not null`, keys: certain, after: afterStart({ ...range, keys: certain }) },
      { condition: sql`o.expires_at is null`, keys, after: afterStart(range) },
    ];
  },
};

/** What a page of the orders with these conditions is selected from. Each part gives at most as many rows as the page needs. */
export function sortedOrders(sort: readonly string[] | undefined, conditions: Sql, range: PageRange): Sql {
  const parts = PARTS[(sort?.[0] ?? '').replace(/^-/, '')]?.(range) ?? [
    { condition: sql`true`, keys: range.keys, after: afterStart(range) },
  ];
  const needed = range.limit + 1 + (range.from === undefined ? range.offset : 0);
  const selected = parts.map(
    ({ condition, keys, after }) => sql`(
      select o.id, o.status, o.created_at, o.status_changed_at, o.expires_at from orders o where ${condition} and ${conditions} and ${after}
      order by ${sortClause({ ...range, keys })} limit ${needed})`,
  );
  return sql`(${join(selected, ' union all ')}) o`;
}

import * as z from 'zod/mini';
import { CHANGE_STATES, type ChangeItem, type ChangeState } from '#core/changes/change.ts';
import { CHANGE_ENTITY_NAMES, type ChangeEntity } from '#core/changes/entities.ts';
import { GUARDS } from '#core/changes/guards.ts';
import type { Instant } from '#core/time.ts';
import { AnyRow, col, extendRow, join, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import type { ExceededGuard } from './changeable.ts';

const StoredGuard = z.object({ position: z.number(), guard: z.enum(GUARDS), value: z.string() });
const StoredProblem = z.object({
  code: z.string(),
  entity: z.nullable(z.string()),
  key: z.nullable(z.string()),
  member: z.nullable(z.string()),
});
export type Problem = z.output<typeof StoredProblem>;

export const ChangeRow = rowType(
  {
    id: col.text,
    state: col.oneOf(CHANGE_STATES),
    note: col.text,
    author_id: col.text,
    author_name: col.computed(col.text, sql`coalesce(a.full_name, a.email)`),
    created_at: col.timestamp,
    apply_at: col.nullable(col.timestamp),
    applied_at: col.nullable(col.timestamp),
    ended_at: col.nullable(col.timestamp),
    ended_by_name: col.computed(col.nullable(col.text), sql`coalesce(e.full_name, e.email)`),
    rolls_back: col.nullable(col.text),
    rolled_back_by: col.computed(
      col.nullable(col.text),
      sql`(select r.id from changes r where r.rolls_back = c.id and r.state in ('waiting', 'scheduled', 'applied')
        order by r.created_at desc limit 1)`,
    ),
    approval_id: col.nullable(col.text),
    approved_by_name: col.computed(col.nullable(col.text), sql`coalesce(p.full_name, p.email)`),
    guards: col.json(z.array(StoredGuard)),
    item_count: col.number,
    digest: col.text,
    problem: col.nullable(col.json(z.array(StoredProblem))),
  },
  'c',
);
export type ChangeRow = RowOf<typeof ChangeRow>;

export interface NewChange {
  readonly id: string;
  readonly state: Extract<ChangeState, 'waiting' | 'scheduled' | 'applied'>;
  readonly note: string;
  readonly authorId: string;
  readonly now: Instant;
  readonly applyAt: Instant | null;
  readonly rollsBack: string | null;
  readonly guards: readonly ExceededGuard[];
  readonly items: readonly { readonly position: number; readonly item: ChangeItem }[];
  readonly digest: string;
}

const dateOf = (instant: Instant | null): Date | null => (instant === null ? null : new Date(instant));

export async function insertChange(tx: Tx, change: NewChange): Promise<void> {
  const appliedAt = change.state === 'applied' ? change.now : null;
  await tx.run(sql`
    insert into changes (id, state, note, author_id, created_at, apply_at, applied_at, rolls_back, guards, item_count, digest)
    values (${change.id}, ${change.state}, ${change.note}, ${change.authorId}, ${dateOf(change.now)}, ${dateOf(change.applyAt)},
      ${dateOf(appliedAt)},
      ${change.rollsBack}, ${JSON.stringify(change.guards)}::jsonb, ${change.items.length}, ${change.digest})`);
  const rows = change.items.map(({ position, item }) => ({ position, ...item }));
  await tx.run(sql`
    insert into change_items (change_id, position, entity, key, before, after)
    select ${change.id}::uuid, position, entity, key, nullif(before, 'null'), nullif(after, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (position int, entity text, key text, before jsonb, after jsonb)`);
}

const source = sql`
  changes c join users a on a.id = c.author_id left join users e on e.id = c.ended_by left join users p on p.id = c.approved_by`;

export const findChange = async (db: Queryable, id: string): Promise<ChangeRow | undefined> =>
  await db.maybe(ChangeRow, sql`select ${ChangeRow.list} from ${source} where c.id::text = ${id}`);

/** Finds a change and locks its row until the transaction ends. */
export async function lockChange(tx: Tx, id: string): Promise<ChangeRow | undefined> {
  await tx.many(AnyRow, sql`select 1 from changes where id::text = ${id} for update`);
  return await findChange(tx, id);
}

const IdRow = rowType({ id: col.text });

const isDue = (now: Instant): Sql => sql`(state = 'scheduled' and apply_at <= ${dateOf(now)})`;

const isAbandoned = (now: Instant): Sql => sql`
  (c.state = 'waiting' and (p.state in ('declined', 'overtaken') or (p.state = 'open' and p.expires_at <= ${dateOf(now)})))`;

const TodoRow = rowType({ has_due: col.bool, has_abandoned: col.bool });

/** Whether there are due dated changes, and abandoned ones. Locks nothing. */
export const findTodo = (db: Queryable, now: Instant): Promise<RowOf<typeof TodoRow>> =>
  db.one(
    TodoRow,
    sql`
    select exists (select from changes where ${isDue(now)}) as has_due,
      exists (select from changes c join approvals p on p.id = c.approval_id where ${isAbandoned(now)}) as has_abandoned`,
  );

/** Locks the next due dated change that no other process has locked; returns its id. */
export const lockDue = async (tx: Tx, now: Instant): Promise<string | undefined> =>
  (
    await tx.maybe(
      IdRow,
      sql`select id from changes where ${isDue(now)} order by apply_at, id limit 1
        for update skip locked`,
    )
  )?.id;

/** Locks the next waiting change whose proposal was declined, overtaken or has expired; returns its id. */
export const lockAbandoned = async (tx: Tx, now: Instant): Promise<string | undefined> =>
  (
    await tx.maybe(
      IdRow,
      sql`
      select c.id from changes c join approvals p on p.id = c.approval_id
      where ${isAbandoned(now)}
      order by c.created_at, c.id limit 1 for update of c skip locked`,
    )
  )?.id;

const ItemRow = rowType({
  position: col.number,
  entity: col.oneOf(CHANGE_ENTITY_NAMES),
  key: col.text,
  before: col.nullable(col.json(z.record(z.string(), z.unknown()))),
  after: col.nullable(col.json(z.record(z.string(), z.unknown()))),
});
type ItemRow = RowOf<typeof ItemRow>;

export const readItems = async (db: Queryable, id: string): Promise<readonly ItemRow[]> =>
  await db.many(ItemRow, sql`select ${ItemRow.list} from change_items where change_id::text = ${id} order by position`);

const FirstRow = extendRow(ItemRow, { change_id: col.text });

/** The first items of several changes by change id, for a list. */
export async function readFirstItems(db: Queryable, ids: readonly string[], max: number): Promise<ReadonlyMap<string, readonly ItemRow[]>> {
  const rows = await db.many(
    FirstRow,
    sql`
    select c.id as change_id, i.* from unnest(${ids}::uuid[]) as c (id) cross join lateral (
      select ${ItemRow.list} from change_items where change_id = c.id order by position limit ${max}) i order by c.id, i.position`,
  );
  return Map.groupBy(rows, ({ change_id: id }) => id);
}

/** Sets the state of a change; the caller holds its lock. */
export async function saveState(
  tx: Tx,
  id: string,
  change: {
    readonly state: ChangeState;
    readonly now: Instant;
    readonly endedBy?: string;
    readonly approvedBy?: string;
    readonly problem?: readonly Problem[];
  },
): Promise<void> {
  const { state, now } = change;
  const isEnded = state === 'cancelled' || state === 'refused';
  const sets: Sql[] = [sql`state = ${state}`];
  if (state === 'applied') sets.push(sql`applied_at = ${dateOf(now)}`);
  if (isEnded) sets.push(sql`ended_at = ${dateOf(now)}`, sql`ended_by = ${change.endedBy ?? null}`);
  if (change.approvedBy !== undefined) sets.push(sql`approved_by = ${change.approvedBy}`);
  if (change.problem !== undefined) sets.push(sql`problem = ${JSON.stringify(change.problem)}::jsonb`);
  await tx.run(sql`update changes set ${join(sets)} where id = ${id}`);
}

export const saveWaiting = async (
  tx: Tx,
  id: string,
  waiting: { readonly approvalId: string; readonly guards: readonly ExceededGuard[] },
): Promise<number> =>
  await tx.run(sql`
    update changes set state = 'waiting', approval_id = ${waiting.approvalId}, guards = ${JSON.stringify(waiting.guards)}::jsonb
      where id = ${id}`);

/** Locks all changes until the transaction ends, so that a second change is checked against the result of the first. */
export const lockChanges = async (tx: Tx): Promise<void> => {
  await tx.many(AnyRow, sql`select pg_advisory_xact_lock(hashtextextended('changes', 10))`);
};

export interface ChangeFilter {
  readonly states: readonly ChangeState[] | undefined;
  readonly entity: ChangeEntity | undefined;
  readonly key: string | undefined;
  readonly author: string | undefined;
}

function condition({ states, entity, key, author }: ChangeFilter): Sql {
  const parts: Sql[] = [sql`true`];
  if (states !== undefined) parts.push(sql`c.state = any(${states}::text[])`);
  if (author !== undefined)
    parts.push(sql`(strpos(lower(coalesce(a.full_name, '')), lower(${author})) > 0 or strpos(lower(a.email), lower(${author})) > 0)`);
  if (entity !== undefined || key !== undefined) {
    const byEntity = entity === undefined ? sql`true` : sql`i.entity = ${entity}`;
    // Part of a key finds it too: `SBERRUB` what was done to any direction of it
    const byKey = key === undefined ? sql`true` : sql`strpos(i.key, upper(${key})) > 0`;
    parts.push(sql`exists (select 1 from change_items i where i.change_id = c.id and ${byEntity} and ${byKey})`);
  }
  return join(parts, ' and ');
}

const createdAt: SortKey = { column: sql`c.created_at`, type: 'timestamptz' };
const SORTABLE = { created_at: createdAt } as const satisfies Record<string, SortKey>;
const NEWEST_FIRST: readonly SortKey[] = [
  { ...createdAt, isDescending: true },
  { column: sql`c.id`, type: 'uuid' },
];
export async function listChanges(db: Queryable, filter: ChangeFilter, page: PageRequest): Promise<ListPage<ChangeRow>> {
  const list = { row: ChangeRow, source, where: condition(filter) };
  return await readListPage(db, list, { ...page, keys: sortedKeys(page.sort, SORTABLE, NEWEST_FIRST) });
}

export const countChanges = (db: Queryable, filter: ChangeFilter, max?: number): Promise<number> =>
  countUpTo(db, sql`from changes c join users a on a.id = c.author_id where ${condition(filter)}`, max);

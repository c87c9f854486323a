import { TASK_STATES } from '#core/payout/payout-task.ts';
import type { Instant } from '#core/time.ts';
import { type EndOutcome, PAID_BY_A_PERSON } from '#server/adapters/rails/port.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import { dueSource, taskDueAt } from './promised-time.ts';

const TaskRow = rowType(
  {
    reference: col.text,
    subject_id: col.text,
    payment_system_code: col.text,
    amount: col.text,
    destination_masked: col.textRecord,
    state: col.oneOf(TASK_STATES),
    asked_at: col.timestamp,
    due_at: col.computed(col.timestamp, sql`${taskDueAt}`),
    taken_by: col.nullable(col.text),
    taken_by_name: col.computed(col.nullable(col.text), sql`coalesce(t.full_name, t.email)`),
    taken_at: col.nullable(col.timestamp),
    bank_reference: col.nullable(col.text),
    reason: col.nullable(col.text),
    ended_by_name: col.computed(col.nullable(col.text), sql`coalesce(e.full_name, e.email)`),
    ended_at: col.nullable(col.timestamp),
    proof_key: col.nullable(col.text),
    proof_shown: col.bool,
    is_of_order: col.computed(col.bool, sql`p.order_id is not null`),
    purpose: col.computed(col.nullable(col.text), sql`p.purpose`),
    blames_destination: col.bool,
    may_be_sent: col.bool,
    former_holders: col.computed(col.arrayOf(col.text), sql`k.former_holders::text[]`),
  },
  'k',
);
export type TaskRow = RowOf<typeof TaskRow>;

const source = sql`payout_tasks k left join users t on t.id = k.taken_by left join users e on e.id = k.ended_by left
  join payouts p on p.id = k.reference ${dueSource}`;

export interface NewTask {
  readonly reference: string;
  readonly subjectId: string;
  readonly code: string;
  readonly amount: bigint;
  readonly masked: Readonly<Record<string, string>>;
  readonly now: Instant;
}

/** Adds a payout task; does nothing if the reference exists. */
export const insertTask = async (db: Queryable, task: NewTask): Promise<number> =>
  await db.run(sql`
    insert into payout_tasks (reference, subject_id, payment_system_code, amount, destination_masked, state, asked_at)
    values (${task.reference}, ${task.subjectId}, ${task.code}, ${String(task.amount)}, ${JSON.stringify(task.masked)}, 'waiting',
      ${new Date(task.now)})
    on conflict (reference) do nothing`);

export const findTask = async (db: Queryable, reference: string): Promise<TaskRow | undefined> =>
  await db.maybe(TaskRow, sql`select ${TaskRow.list} from ${source} where k.reference::text = ${reference}`);

/** As `findTask`, locked until the transaction ends. */
export async function lockTask(tx: Tx, reference: string): Promise<TaskRow | undefined> {
  await tx.run(sql`select from payout_tasks where reference::text = ${reference} for update`);
  return await findTask(tx, reference);
}

interface TakeInput {
  readonly by: string;
  /** Null: not taken. */
  readonly previousHolder: string | null;
  readonly mayBeSent: boolean;
  readonly now: Instant;
}

/** Assigns a task to an operator. False: its holder has changed. */
export async function saveTaken(tx: Tx, reference: string, { by, previousHolder, mayBeSent, now }: TakeInput): Promise<boolean> {
  const changed = await tx.run(sql`
    update payout_tasks set state = 'taken', taken_by = ${by}, taken_at = ${new Date(now)}, may_be_sent = may_be_sent or ${mayBeSent},
      former_holders = case when ${previousHolder}::uuid = any(former_holders) then former_holders
        else array_remove(former_holders || ${previousHolder}::uuid, null) end
    where reference::text = ${reference} and taken_by is not distinct from ${previousHolder}::uuid
    and state = ${previousHolder === null ? 'waiting' : 'taken'}`);
  return changed === 1;
}

/** The holder releases a task. False: not the holder, or the money may have been sent. */
export const saveReleased = async (tx: Tx, reference: string, by: string): Promise<boolean> =>
  (await tx.run(sql`
    update payout_tasks set state = 'waiting', taken_by = null, taken_at = null
      where reference::text = ${reference} and state = 'taken' and taken_by = ${by}
      and not may_be_sent`)) === 1;

/** The holder states that nothing was sent. False: not the holder, or it was not in doubt. */
export const saveNotSent = async (tx: Tx, reference: string, by: string): Promise<boolean> =>
  (await tx.run(sql`
    update payout_tasks set may_be_sent = false
      where reference::text = ${reference} and state = 'taken' and taken_by = ${by} and may_be_sent`)) === 1;

const SubjectRow = rowType({ subject_id: col.text });

/**
 * Another payout already sent with this bank reference: one transfer pays one payout. Concurrent calls with the same reference wait for
 * each other.
 */
export async function findSubjectByBankReference(
  tx: Tx,
  task: Pick<TaskRow, 'reference' | 'payment_system_code'>,
  bankReference: string,
): Promise<string | undefined> {
  const code = task.payment_system_code;
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${code} ${bankReference.toLowerCase()}`}, 121))`);
  const row = await tx.maybe(
    SubjectRow,
    sql`
    select subject_id from payout_tasks
    where state = 'sent' and payment_system_code = ${code} and lower(bank_reference) = lower(${bankReference})
    and reference::text <> ${task.reference} limit 1`,
  );
  return row?.subject_id;
}

export interface TaskEnd {
  readonly state: 'sent' | 'failed';
  readonly bankReference: string | null;
  readonly reason: string | null;
  /** Not sent because the destination cannot be paid to. */
  readonly blamesDestination: boolean;
  readonly by: string;
  readonly now: Instant;
}

/** Ends a task, once. Its holder may end it; a former holder may only report that the money was sent before the take-over. */
export const saveEnd = async (tx: Tx, reference: string, end: TaskEnd): Promise<boolean> =>
  (await tx.run(sql`
    update payout_tasks set state = ${end.state}, taken_by = ${end.by}, may_be_sent = false, bank_reference = ${end.bankReference},
      reason = ${end.reason}, ended_by = ${end.by},
      blames_destination = ${end.blamesDestination}, ended_at = ${new Date(end.now)}
    where reference::text = ${reference} and (
      (state = 'taken' and taken_by = ${end.by} and (${end.state} = 'sent' or not may_be_sent))
      or (state in ('waiting', 'taken') and ${end.state} = 'sent' and ${end.by}::uuid = any(former_holders)))`)) === 1;

/**
 * Withdraws a waiting task, or one withdrawn before; true also if it has failed. False: taken or sent. An attempt without a task gets a
 * withdrawn one: a late call must not add it to the list.
 */
export async function withdrawTask(
  db: Queryable,
  reference: string,
  { outcome, now }: { readonly outcome: EndOutcome; readonly now: Instant },
): Promise<boolean> {
  const reason = outcome === 'sent' ? PAID_BY_A_PERSON : 'withdrawn';
  await db.run(sql`
    insert into payout_tasks (reference, subject_id, payment_system_code, amount, destination_masked, state, reason, asked_at, ended_at,
      told_at)
    select id, coalesce(order_id, withdrawal_id), payment_system_code, amount, '{}', 'failed', ${reason}, ${new Date(now)},
      ${new Date(now)}, ${new Date(now)}
    from payouts where id::text = ${reference}
    on conflict (reference) do nothing`);
  const changed = await db.run(sql`
    update payout_tasks set state = 'failed', reason = ${reason}, ended_at = ${new Date(now)}, told_at = ${new Date(now)}
    where reference::text = ${reference} and (state = 'waiting' or (state = 'failed' and reason in ('withdrawn', ${PAID_BY_A_PERSON})))`);
  if (changed === 1) return true;
  const task = await findTask(db, reference);
  return task === undefined || task.state === 'failed';
}

/** Attaches a proof, by the task's holder. False: not the holder, or there is one. */
export const saveProof = async (
  tx: Tx,
  reference: string,
  proof: { readonly by: string; readonly key: string; readonly size: number },
): Promise<boolean> =>
  (await tx.run(sql`
    update payout_tasks set proof_key = ${proof.key}, proof_size = ${proof.size}
    where reference::text = ${reference} and taken_by = ${proof.by} and proof_key is null and state in ('taken', 'sent')`)) === 1;

/** Shows or hides the proof. False: no change, or no proof. */
export const saveProofShown = async (tx: Tx, reference: string, isShown: boolean): Promise<boolean> =>
  (await tx.run(sql`
    update payout_tasks set proof_shown = ${isShown}
      where reference::text = ${reference} and proof_key is not null and proof_shown <> ${isShown}`)) === 1;

/** Visible proofs of an order's sent payouts, oldest first. */
export const listShownProofs = async (db: Queryable, orderId: string): Promise<TaskRow[]> =>
  await db.many(
    TaskRow,
    sql`select ${TaskRow.list} from ${source} where k.subject_id = ${orderId} and k.proof_shown and k.state = 'sent'
      order by k.ended_at, k.reference`,
  );

const ProofKeyRow = rowType({ proof_key: col.text });

/** Which of these files belong to a task. */
export const findNamedProofs = async (db: Queryable, keys: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await db.many(ProofKeyRow, sql`select proof_key from payout_tasks where proof_key = any(${keys})`)).map((row) => row.proof_key));

/** Ended tasks whose end the rail has not reported yet, oldest first. */
export const findUnreported = async (db: Queryable, limit: number): Promise<TaskRow[]> =>
  await db.many(
    TaskRow,
    sql`select ${TaskRow.list} from ${source} where k.told_at is null and k.state in ('sent', 'failed') order by k.ended_at limit ${limit}`,
  );

export const saveReported = async (db: Queryable, reference: string, now: Instant): Promise<number> =>
  await db.run(sql`update payout_tasks set told_at = ${new Date(now)} where reference::text = ${reference}`);

export const findSent = async (db: Queryable, since: Instant, before: Instant): Promise<TaskRow[]> =>
  await db.many(
    TaskRow,
    sql`select ${TaskRow.list} from ${source}
      where k.state = 'sent' and k.ended_at >= ${new Date(since)} and k.ended_at < ${new Date(before)} order by k.ended_at`,
  );

export interface TaskFilter {
  readonly state: 'open' | 'ended';
  readonly code: string | undefined;
  readonly q: string | undefined;
}

const condition = ({ state, code, q }: TaskFilter): Sql => {
  const byState = state === 'open' ? sql`k.state in ('waiting', 'taken')` : sql`k.state in ('sent', 'failed')`;
  const byCode = code === undefined ? sql`true` : sql`k.payment_system_code = ${code}`;
  const byText = q === undefined ? sql`true` : sql`(k.subject_id = ${q} or k.bank_reference = ${q} or k.reference::text = ${q})`;
  return sql`${byState} and ${byCode} and ${byText}`;
};

const SORTABLE = {
  asked_at: { column: sql`k.asked_at`, type: 'timestamptz' },
  amount: { column: sql`k.amount`, type: 'numeric' },
} as const satisfies Record<string, SortKey>;

/** Default order: open tasks oldest first, ended ones newest first. */
export async function listTasks(
  db: Queryable,
  filter: TaskFilter,
  page: Pick<PageRequest, 'limit' | 'offset' | 'from' | 'sort'>,
): Promise<ListPage<TaskRow>> {
  const defaultKeys: readonly SortKey[] = [
    { ...SORTABLE.asked_at, isDescending: filter.state === 'ended' },
    { column: sql`k.reference`, type: 'uuid' },
  ];
  const list = { row: TaskRow, source, where: condition(filter) };
  return await readListPage(db, list, { ...page, keys: sortedKeys(page.sort, SORTABLE, defaultKeys) });
}

export const countTasks = (db: Queryable, filter: TaskFilter, max?: number): Promise<number> =>
  countUpTo(db, sql`from payout_tasks k where ${condition(filter)}`, max);

import type { AuditRecord } from '#core/staff/audit-text.ts';
import type { Instant } from '#core/time.ts';
import { AnyRow, col, extendRow, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** Details as recorded. Not parsed: the chain's hash covers every stored member, of any shape. */
export const auditDetail = col.storedJson<Readonly<Record<string, unknown>>>();

const AuditRow = rowType(
  {
    id: col.text,
    /** With microseconds, as the database stores them. */
    at_text: col.computed(col.text, sql`to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`),
    actor_id: col.text,
    action: col.text,
    subject_type: col.text,
    subject_id: col.text,
    detail: auditDetail,
    mark: col.nullable(col.text),
  },
  'a',
);
export type AuditRow = RowOf<typeof AuditRow>;

export const auditEntryOf = (row: AuditRow): AuditRecord => ({
  id: row.id,
  actorId: row.actor_id,
  action: row.action,
  subjectType: row.subject_type,
  subjectId: row.subject_id,
  detail: row.detail,
});

const LockRow = rowType({ is_mine: col.bool });

/** Tries to lock the chain until the transaction ends. False if another process holds the lock. */
export const tryLockChain = async (tx: Tx): Promise<boolean> =>
  (await tx.one(LockRow, sql`select pg_try_advisory_xact_lock(hashtextextended('audit chain', 132)) as is_mine`)).is_mine;

export const hasUnchained = async (db: Queryable): Promise<boolean> =>
  (await db.maybe(AnyRow, sql`select 1 as found from audit_unchained limit 1`)) !== undefined;

/** Rows not linked yet, oldest first. */
export const listUnchained = (db: Queryable, limit: number): Promise<AuditRow[]> =>
  db.many(
    AuditRow,
    sql`select ${AuditRow.list} from audit_unchained u join audit_log a on a.id = u.audit_id order by a.at, a.id limit ${limit}`,
  );

const HeadRow = rowType({
  seq: col.text,
  hash: col.bytes,
  takes_earlier: col.bool,
  signature: col.text,
  signed_at: col.timestamp,
});

export interface Head {
  readonly seq: number;
  readonly hash: Buffer;
  readonly takesEarlier: boolean;
  readonly signature: string;
}

export async function findHead(db: Queryable): Promise<Head | undefined> {
  const row = await db.maybe(HeadRow, sql`select seq, hash, takes_earlier, signature, signed_at from audit_head`);
  return row && { seq: Number(row.seq), hash: row.hash, takesEarlier: row.takes_earlier, signature: row.signature };
}

const LinkRow = rowType({ seq: col.text, hash: col.bytes });

/** The last link, independent of the stored head. */
export async function findLastLink(db: Queryable): Promise<{ readonly seq: number; readonly hash: Buffer } | undefined> {
  const row = await db.maybe(LinkRow, sql`select seq, hash from audit_chain order by seq desc limit 1`);
  return row && { seq: Number(row.seq), hash: row.hash };
}

export async function findLinkHash(db: Queryable, seq: number): Promise<Buffer | undefined> {
  return (await db.maybe(LinkRow, sql`select seq, hash from audit_chain where seq = ${seq}`))?.hash;
}

export interface Link {
  readonly seq: number;
  readonly auditId: string;
  readonly hash: Buffer;
  readonly isOurs: boolean;
}

export async function appendLinks(tx: Tx, links: readonly Link[], now: Instant): Promise<void> {
  await tx.run(sql`
    insert into audit_chain (seq, audit_id, hash, is_ours, chained_at)
    select seq, audit_id, hash, is_ours, ${new Date(now)}
    from unnest(${links.map(({ seq }) => seq)}::bigint[], ${links.map(({ auditId }) => auditId)}::uuid[],
      ${links.map(({ hash }) => hash)}::bytea[], ${links.map(({ isOurs }) => isOurs)}::boolean[]) as l (seq, audit_id, hash, is_ours)`);
  await tx.run(sql`delete from audit_unchained where audit_id = any(${links.map(({ auditId }) => auditId)}::uuid[])`);
}

/** Lets a batch that is being linked end first: its head must not be replaced by the one before. */
export const lockHead = (tx: Tx): Promise<number> => tx.run(sql`select from audit_head for update`);

export async function saveHead(db: Queryable, head: Head, now: Instant): Promise<void> {
  await db.run(sql`
    insert into audit_head (seq, hash, takes_earlier, signature, signed_at)
    values (${head.seq}, ${head.hash}, ${head.takesEarlier}, ${head.signature}, ${new Date(now)})
    on conflict (only_one) do update set seq = excluded.seq, hash = excluded.hash, takes_earlier = excluded.takes_earlier,
      signature = excluded.signature, signed_at = excluded.signed_at`);
}

const SealedDetail = { words: col.nullable(col.bytes), key_sealed: col.nullable(col.bytes) };
const AuditRowWithDetail = extendRow(AuditRow, SealedDetail);
/** An audit row with its encrypted details, if any. */
export type AuditRowWithDetail = RowOf<typeof AuditRowWithDetail>;

const ChainedRow = rowType({
  ...SealedDetail,
  seq: col.text,
  audit_id: col.text,
  hash: col.bytes,
  is_ours: col.bool,
  id: col.nullable(col.text),
  at_text: col.nullable(col.text),
  actor_id: col.nullable(col.text),
  action: col.nullable(col.text),
  subject_type: col.nullable(col.text),
  subject_id: col.nullable(col.text),
  detail: col.nullable(auditDetail),
  mark: col.nullable(col.text),
});

export interface ChainLink extends Link {
  /** Undefined if the linked row was removed. */
  readonly row: AuditRowWithDetail | undefined;
}

function auditRowOf(row: Omit<RowOf<typeof ChainedRow>, 'seq' | 'audit_id' | 'hash' | 'is_ours'>): AuditRowWithDetail | undefined {
  const { id, at_text, actor_id, action, subject_type, subject_id, detail, ...rest } = row;
  if (id === null || at_text === null || actor_id === null || action === null) return undefined;
  if (subject_type === null || subject_id === null || detail === null) return undefined;
  return { ...rest, id, at_text, actor_id, action, subject_type, subject_id, detail };
}

/** Links after `after` with their rows, in chain order. */
export async function listChained(db: Queryable, after: number, limit: number): Promise<ChainLink[]> {
  const rows = await db.many(
    ChainedRow,
    sql`
    select c.seq, c.audit_id, c.hash, c.is_ours, ${AuditRow.list}, w.words, k.key_sealed
    from audit_chain c left join audit_log a on a.id = c.audit_id left join audit_words w on w.audit_id = a.id
      left join audit_keys k on k.subject_type = coalesce(a.detail #>> '{words_of,type}', a.subject_type)
        and k.subject_id = coalesce(a.detail #>> '{words_of,id}', a.subject_id)
    where c.seq > ${after} order by c.seq limit ${limit}`,
  );
  return rows.map(({ seq, audit_id: auditId, hash, is_ours: isOurs, ...row }) => ({
    seq: Number(seq),
    auditId,
    hash,
    isOurs,
    row: auditRowOf(row),
  }));
}

/** Rows that are neither linked nor waiting to be linked, so they were inserted past the database trigger. */
export const listUntracked = (db: Queryable, limit: number): Promise<AuditRow[]> =>
  db.many(
    AuditRow,
    sql`
    select ${AuditRow.list} from audit_log a where not exists (select from audit_chain c where c.audit_id = a.id)
      and not exists (select from audit_unchained u where u.audit_id = a.id) order by a.at, a.id limit ${limit}`,
  );

const IdRow = rowType({ audit_id: col.text });

/** Rows removed before they were linked. */
export const listLostUnchained = (db: Queryable, limit: number): Promise<{ audit_id: string }[]> =>
  db.many(
    IdRow,
    sql`select u.audit_id from audit_unchained u where not exists (select from audit_log a where a.id = u.audit_id) order by 1
      limit ${limit}`,
  );

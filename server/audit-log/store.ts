import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { AuditRecord } from '#core/staff/audit-text.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { storedJson } from '#server/platform/db/row.ts';

const AuditRow = z.object({
  id: z.string(),
  /** With microseconds, as the database stores them. */
  at_text: z.string(),
  actor_id: z.string(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  detail: storedJson<Readonly<Record<string, unknown>>>(),
  mark: z.nullable(z.string()),
});
export type AuditRow = z.output<typeof AuditRow>;

const columns = sql`a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at_text, a.actor_id, a.action, a.subject_type,
  a.subject_id, a.detail, a.mark`;

export const auditEntryOf = (row: AuditRow): AuditRecord => ({
  id: row.id,
  actorId: row.actor_id,
  action: row.action,
  subjectType: row.subject_type,
  subjectId: row.subject_id,
  detail: row.detail,
});

const LockRow = z.object({ is_mine: z.boolean() });

/** Tries to lock the chain until the transaction ends; false if another process holds the lock. */
export const tryLockChain = async (tx: Tx): Promise<boolean> =>
  (await tx.one(LockRow, sql`select pg_try_advisory_xact_lock(hashtextextended('audit chain', 132)) as is_mine`)).is_mine;

/** Rows not linked yet, oldest first. */
export const listUnchained = (db: Queryable, limit: number): Promise<AuditRow[]> =>
  db.many(AuditRow, sql`select ${columns} from audit_unchained u join audit_log a on a.id = u.audit_id order by a.at, a.id limit ${limit}`);

const HeadRow = z.object({
  seq: z.string(),
  hash: z.instanceof(Buffer),
  takes_earlier: z.boolean(),
  signature: z.string(),
  signed_at: z.date(),
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

const LinkRow = z.object({ seq: z.string(), hash: z.instanceof(Buffer) });

/** The last link, whatever the head says. */
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

export async function saveHead(db: Queryable, head: Head, now: Instant): Promise<void> {
  await db.run(sql`
    insert into audit_head (seq, hash, takes_earlier, signature, signed_at)
    values (${head.seq}, ${head.hash}, ${head.takesEarlier}, ${head.signature}, ${new Date(now)})
    on conflict (only_one) do update set seq = excluded.seq, hash = excluded.hash, takes_earlier = excluded.takes_earlier,
      signature = excluded.signature, signed_at = excluded.signed_at`);
}

const SealedDetail = { words: z.nullable(z.instanceof(Buffer)), key_sealed: z.nullable(z.instanceof(Buffer)) };
const AuditRowWithDetail = z.extend(AuditRow, SealedDetail);
/** An audit row with its encrypted details, if any. */
export type AuditRowWithDetail = z.output<typeof AuditRowWithDetail>;

const ChainedRow = z.object({
  ...SealedDetail,
  seq: z.string(),
  audit_id: z.string(),
  hash: z.instanceof(Buffer),
  is_ours: z.boolean(),
  id: z.nullable(z.string()),
  at_text: z.nullable(z.string()),
  actor_id: z.nullable(z.string()),
  action: z.nullable(z.string()),
  subject_type: z.nullable(z.string()),
  subject_id: z.nullable(z.string()),
  detail: z.nullable(storedJson<Readonly<Record<string, unknown>>>()),
  mark: z.nullable(z.string()),
});

export interface ChainLink extends Link {
  /** Undefined if the linked row was removed. */
  readonly row: AuditRowWithDetail | undefined;
}

/** Links after `after` with their rows, in chain order. */
export async function listChained(db: Queryable, after: number, limit: number): Promise<ChainLink[]> {
  const rows = await db.many(
    ChainedRow,
    sql`
    select c.seq, c.audit_id, c.hash, c.is_ours, ${columns}, w.words, k.key_sealed
    from audit_chain c left join audit_log a on a.id = c.audit_id left join audit_words w on w.audit_id = a.id
      left join audit_keys k on k.subject_type = coalesce(a.detail #>> '{words_of,type}', a.subject_type)
        and k.subject_id = coalesce(a.detail #>> '{words_of,id}', a.subject_id)
    where c.seq > ${after} order by c.seq limit ${limit}`,
  );
  return rows.map(({ seq, audit_id: auditId, hash, is_ours: isOurs, ...row }) => {
    const parsed = AuditRowWithDetail.safeParse(row);
    return { seq: Number(seq), auditId, hash, isOurs, row: parsed.success ? parsed.data : undefined };
  });
}

/** Rows that are neither linked nor waiting to be: inserted past the database trigger. */
export const listUntracked = (db: Queryable, limit: number): Promise<AuditRow[]> =>
  db.many(
    AuditRow,
    sql`
    select ${columns} from audit_log a where not exists (select from audit_chain c where c.audit_id = a.id)
      and not exists (select from audit_unchained u where u.audit_id = a.id) order by a.at, a.id limit ${limit}`,
  );

const IdRow = z.object({ audit_id: z.string() });

/** Rows removed before they were linked. */
export const listLostUnchained = (db: Queryable, limit: number): Promise<{ audit_id: string }[]> =>
  db.many(
    IdRow,
    sql`select u.audit_id from audit_unchained u where not exists (select from audit_log a where a.id = u.audit_id) order by 1 limit ${limit}`,
  );

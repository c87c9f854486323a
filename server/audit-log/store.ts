import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { AuditDeed } from '#core/audit-text.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { written } from '#server/platform/db/row.ts';

const AuditRow = z.object({
  id: z.string(),
  /** With all the digits that the database keeps. */
  at_text: z.string(),
  actor_id: z.string(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  detail: written<Readonly<Record<string, unknown>>>(),
  mark: z.nullable(z.string()),
});
export type AuditRow = z.output<typeof AuditRow>;

const columns = sql`a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at_text, a.actor_id, a.action, a.subject_type,
  a.subject_id, a.detail, a.mark`;

export const deedOf = (row: AuditRow): AuditDeed => ({
  id: row.id,
  actorId: row.actor_id,
  action: row.action,
  subjectType: row.subject_type,
  subjectId: row.subject_id,
  detail: row.detail,
});

const LockRow = z.object({ is_mine: z.boolean() });

/** Whether no other process is chaining; until the transaction ends. */
export const takeChain = async (tx: Tx): Promise<boolean> =>
  (await tx.one(LockRow, sql`select pg_try_advisory_xact_lock(hashtextextended('audit chain', 132)) as is_mine`)).is_mine;

/** Rows that wait to be chained, oldest first. */
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

/** The last link there is, whatever the head says. */
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

const Words = { words: z.nullable(z.instanceof(Buffer)), key_sealed: z.nullable(z.instanceof(Buffer)) };
const WordedAuditRow = z.extend(AuditRow, Words);
/** A row of the log with its words, where it has any. */
export type WordedAuditRow = z.output<typeof WordedAuditRow>;

const ChainedRow = z.object({
  ...Words,
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
  detail: z.nullable(written<Readonly<Record<string, unknown>>>()),
  mark: z.nullable(z.string()),
});

export interface Chained extends Link {
  /** Undefined when the row it links is gone. */
  readonly row: WordedAuditRow | undefined;
}

/** Links after a place with what they link, in the order of the chain. */
export async function listChained(db: Queryable, after: number, limit: number): Promise<Chained[]> {
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
    const whole = WordedAuditRow.safeParse(row);
    return { seq: Number(seq), auditId, hash, isOurs, row: whole.success ? whole.data : undefined };
  });
}

/** Rows that are neither chained nor wait for it: put there past the database's own hand. */
export const listUntracked = (db: Queryable, limit: number): Promise<AuditRow[]> =>
  db.many(
    AuditRow,
    sql`
    select ${columns} from audit_log a where not exists (select from audit_chain c where c.audit_id = a.id)
      and not exists (select from audit_unchained u where u.audit_id = a.id) order by a.at, a.id limit ${limit}`,
  );

const IdRow = z.object({ audit_id: z.string() });

/** Rows that were taken away before they were chained. */
export const listLostUnchained = (db: Queryable, limit: number): Promise<{ audit_id: string }[]> =>
  db.many(
    IdRow,
    sql`select u.audit_id from audit_unchained u where not exists (select from audit_log a where a.id = u.audit_id) order by 1 limit ${limit}`,
  );

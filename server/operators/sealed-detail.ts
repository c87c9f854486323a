import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { AuditRecord } from '#core/staff/audit-text.ts';
import { isObject } from '#core/text/json.ts';
import { canonicalJson } from '#core/text/canonical-json.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { decryptFile, encryptFile, newFileKey } from '#server/platform/file-cipher.ts';

/** Inserts an audit row. A database trigger (`queue_audit`) queues it for the hash chain. */
export const insertAudit = (tx: Tx, row: AuditRecord & { readonly mark: string }): Promise<number> =>
  tx.run(sql`
    insert into audit_log (id, actor_id, action, subject_type, subject_id, detail, mark)
    values (${row.id}, ${row.actorId}, ${row.action}, ${row.subjectType}, ${row.subjectId}, ${JSON.stringify(row.detail)}::jsonb,
      ${row.mark})`);

interface Subject {
  readonly subjectType: string;
  readonly subjectId: string;
}

const KeyRow = rowType({ key_sealed: col.bytes });

/** Returns the subject's existing encrypted key, or stores this one. */
async function findOrCreateKey(tx: Tx, { subjectType, subjectId }: Subject, sealedKey: Buffer): Promise<Buffer> {
  const row = await tx.one(
    KeyRow,
    sql`
    insert into audit_keys (subject_type, subject_id, key_sealed) values (${subjectType}, ${subjectId}, ${sealedKey})
    on conflict (subject_type, subject_id) do update set key_sealed = audit_keys.key_sealed returning key_sealed`,
  );
  return row.key_sealed;
}

const insertSealedDetail = (tx: Tx, input: Subject & { readonly auditId: string; readonly words: Buffer }): Promise<number> =>
  tx.run(sql`
    insert into audit_words (audit_id, subject_type, subject_id, words)
      values (${input.auditId}, ${input.subjectType}, ${input.subjectId}, ${input.words})`);

type Detail = Readonly<Record<string, unknown>>;

/** Subject types that concern a person; their details are destroyed with that person's data. */
const PERSONAL_SUBJECTS: ReadonlySet<string> = new Set([
  'order',
  'user',
  'customer',
  'withdrawal',
  'card_verification',
  'chat',
  'business_request',
  'reserve_request',
  'review',
  'earning',
  'referral',
  'incident',
  'bank_line',
  'webhook',
  'blacklist_entry',
]);

/** Members that operators type or that identify people, in the detail or in the payload of a proposal. */
const SENSITIVE_MEMBERS: ReadonlySet<string> = new Set([
  'note',
  'reason',
  'comment',
  'text',
  'words',
  'email',
  'recipient',
  'name',
  'referral',
  'card',
  'masked',
  'requisites_masked',
  'destination',
  'former_destination',
]);
/** Members of a chained row that bind it to its sealed details, and to their key if that is not the subject's own. */
const DIGEST = 'words_digest';
const KEY_SUBJECT = 'words_of';

/** The subject whose key encrypts the details, if it is not the row's own. Erasing that subject destroys them. */
export interface KeySubject {
  readonly type: string;
  readonly id: string;
}

const isSensitive = ([name, value]: readonly [string, unknown]): boolean =>
  SENSITIVE_MEMBERS.has(name) && value !== null && value !== undefined && value !== '';
const sensitivePart = (detail: Detail): Detail => Object.fromEntries(Object.entries(detail).filter(isSensitive));
const publicPart = (detail: Detail): Detail => Object.fromEntries(Object.entries(detail).filter((member) => !isSensitive(member)));

function splitDetail(detail: Detail): { readonly rest: Detail; readonly words: Detail } {
  const { payload } = detail;
  if (!isObject(payload)) return { rest: publicPart(detail), words: sensitivePart(detail) };
  const sensitivePayload = sensitivePart(payload);
  return {
    rest: { ...publicPart(detail), payload: publicPart(payload) },
    words: { ...sensitivePart(detail), ...(Object.keys(sensitivePayload).length === 0 ? {} : { payload: sensitivePayload }) },
  };
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Returns the detail for the chained row. Sensitive members of personal subjects are stored apart, encrypted with the subject's key. The
 * row keeps their salted digest, which reveals nothing once they are destroyed.
 */
export async function sealSensitiveDetail(
  deps: Pick<Deps, 'random' | 'secrets'>,
  tx: Tx,
  record: AuditRecord,
  keySubject: KeySubject | undefined,
): Promise<Detail> {
  const { id: auditId, detail } = record;
  const { rest, words } = splitDetail(detail);
  if (!PERSONAL_SUBJECTS.has(record.subjectType) || Object.keys(words).length === 0) return detail;
  const { type: subjectType, id: subjectId } = keySubject ?? { type: record.subjectType, id: record.subjectId };
  const text = canonicalJson({ salt: deps.random.uuid(), words });
  const sealed = await findOrCreateKey(tx, { subjectType, subjectId }, deps.secrets.seal(newFileKey()));
  await insertSealedDetail(tx, {
    auditId,
    subjectType,
    subjectId,
    words: encryptFile(Buffer.from(text), deps.secrets.unseal(sealed), auditId),
  });
  return { ...rest, [DIGEST]: digestOf(text), ...(keySubject === undefined ? {} : { [KEY_SUBJECT]: keySubject }) };
}

/** An audit row with its sealed details. */
interface SealedAuditRow {
  readonly id: string;
  readonly detail: Detail;
  /** Null if there are none, or they were destroyed. */
  readonly words: Buffer | null;
  readonly key_sealed: Buffer | null;
}

const SealedPayload = z.object({ words: z.record(z.string(), z.unknown()) });

function unseal(secrets: Deps['secrets'], { id, words, key_sealed: sealed }: SealedAuditRow): string | undefined {
  if (words === null || sealed === null) return undefined;
  try {
    return decryptFile(words, secrets.unseal(sealed), id).toString();
  } catch {
    return undefined;
  }
}

/** The detail as it was recorded; `erased` if its sealed part was destroyed. */
export function openDetail(secrets: Deps['secrets'], row: SealedAuditRow): Detail {
  const { [DIGEST]: digest, [KEY_SUBJECT]: _, ...rest } = row.detail;
  if (digest === undefined) return row.detail;
  const text = unseal(secrets, row);
  if (text === undefined) return { ...rest, erased: true };
  const { words } = z.parse(SealedPayload, JSON.parse(text));
  const { payload } = rest;
  const inner = words['payload'];
  return { ...rest, ...words, ...(isObject(payload) ? { payload: { ...payload, ...(isObject(inner) ? inner : {}) } } : {}) };
}

/** Whether the sealed details match the digest, or were destroyed together with their key. */
export function isDetailIntact(secrets: Deps['secrets'], row: SealedAuditRow): boolean {
  const digest = row.detail[DIGEST];
  if (digest === undefined || (row.words === null && row.key_sealed === null)) return true;
  const text = unseal(secrets, row);
  return text !== undefined && digestOf(text) === digest;
}

/**
 * Destroys the sealed audit details of these subjects (rows of type and id) with their keys; returns the number of keys. Chained rows
 * stay, so the chain remains valid.
 */
export const destroyAuditDetails = async (db: Queryable, subjects: Sql): Promise<number> =>
  await db.run(sql`
    with subjects (type, id) as (${subjects}),
      deleted_words as (delete from audit_words w using subjects s where w.subject_type = s.type and w.subject_id = s.id)
    delete from audit_keys k using subjects s where k.subject_type = s.type and k.subject_id = s.id`);

import * as z from 'zod/mini';
import { AnyRow } from '#server/platform/db/row.ts';
import sql, { type Sql } from 'sql-template-tag';
import { APPROVAL_KIND_NAMES, type ApprovalKind } from '#core/approval.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { countUpTo } from '#server/platform/db/count-up-to.ts';
import { type Part, type SortKey, sortedKeys } from '#server/platform/db/keyset.ts';
import { readPart } from '#server/platform/db/read-part.ts';
import type { Page } from '#server/platform/http/page-of.ts';
import { dueSource, promisedDecision } from './due.ts';

export const StoredState = z.enum(['open', 'approved', 'declined', 'overtaken']);
export type StoredState = z.output<typeof StoredState>;

export const ApprovalRow = z.object({
  id: z.string(),
  kind: z.enum(APPROVAL_KIND_NAMES),
  subject: z.string(),
  /** JSON text, exactly as it was hashed. */
  payload: z.string(),
  /** What of it is a secret; gone once it is decided. */
  payload_sealed: z.nullable(z.instanceof(Buffer)),
  hash: z.string(),
  note: z.string(),
  state: StoredState,
  /** Null: the product itself. */
  proposed_by: z.nullable(z.string()),
  proposed_by_name: z.nullable(z.string()),
  proposed_at: z.date(),
  expires_at: z.date(),
  /** By when its customer is promised a decision; null where none waits. */
  promised_at: z.nullable(z.date()),
  /** How many people must say yes. */
  needs: z.number(),
  /** When it takes effect by itself; null: never. */
  effective_at: z.nullable(z.date()),
  voices: z.array(z.object({ user_id: z.string(), name: z.string() })),
  decided_by_name: z.nullable(z.string()),
  decided_at: z.nullable(z.date()),
  decision_note: z.nullable(z.string()),
});
export type ApprovalRow = z.output<typeof ApprovalRow>;

export interface NewApproval {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly subject: string;
  readonly payload: string;
  readonly sealed: Buffer | null;
  readonly hash: string;
  /** What makes another one the same; null: its hash. */
  readonly same: string | null;
  readonly note: string;
  readonly proposedBy: string | null;
  readonly needs: number;
  readonly effectiveAt: Instant | null;
  readonly now: Instant;
  readonly expiresAt: Instant;
}

export const insertApproval = async (tx: Tx, approval: NewApproval): Promise<number> =>
  await tx.run(sql`
    insert into approvals (id, kind, subject, payload, payload_sealed, hash, same_as, note, proposed_by, needs, effective_at, proposed_at, expires_at)
    values (${approval.id}, ${approval.kind}, ${approval.subject}, ${approval.payload}, ${approval.sealed}, ${approval.hash}, ${approval.same},
      ${approval.note},
      ${approval.proposedBy}::uuid, ${approval.needs}, ${approval.effectiveAt === null ? null : new Date(approval.effectiveAt)}, ${new Date(approval.now)}, ${new Date(approval.expiresAt)})`);

const columns = sql`
  a.id, a.kind, a.subject, a.payload, a.payload_sealed, a.hash, a.note, a.state, a.proposed_by, coalesce(p.full_name, p.email) as proposed_by_name,
    a.proposed_at, a.expires_at, ${promisedDecision} as promised_at, a.needs, a.effective_at,
    coalesce((select jsonb_agg(jsonb_build_object('user_id', v.user_id, 'name', coalesce(u.full_name, u.email)) order by v.at)
      from approval_voices v join users u on u.id = v.user_id where v.approval_id = a.id), '[]') as voices, coalesce(d.full_name, d.email) as decided_by_name, a.decided_at, a.decision_note`;
const source = sql`approvals a left join users p on p.id = a.proposed_by left join users d on d.id = a.decided_by ${dueSource}`;

export const findApproval = async (db: Queryable, id: string): Promise<ApprovalRow | undefined> =>
  await db.maybe(ApprovalRow, sql`select ${columns} from ${source} where a.id::text = ${id}`);

/** The same, with nobody else deciding on it until the transaction ends. */
export async function lockApproval(tx: Tx, id: string): Promise<ApprovalRow | undefined> {
  await tx.many(AnyRow, sql`select 1 from approvals where id::text = ${id} for update`);
  return await findApproval(tx, id);
}

const OpenTwinRow = z.object({
  id: z.string(),
});

/** Nobody else makes the same proposal until the transaction ends. */
export const lockProposals = async (tx: Tx, same: string): Promise<number> =>
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${same}, 50))`);

/** An open one of the same kind with the same content, not expired. */
export const findOpenTwin = async (
  tx: Tx,
  like: { readonly kind: ApprovalKind; readonly same: string | null; readonly hashes: readonly string[]; readonly now: Instant },
): Promise<{ id: string } | undefined> =>
  await tx.maybe(
    OpenTwinRow,
    sql`
    select id from approvals where state = 'open' and kind = ${like.kind} and (same_as = ${like.same} or hash = any(${[...like.hashes]}::text[]))
      and expires_at > ${new Date(like.now)} order by proposed_at limit 1`,
  );

/** False: somebody has decided it before. */
export async function saveDecision(
  tx: Tx,
  id: string,
  decision: {
    readonly state: 'approved' | 'declined' | 'overtaken';
    readonly by: string | null;
    readonly note: string | null;
    readonly now: Instant;
  },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update approvals set state = ${decision.state}, decided_by = ${decision.by}::uuid, decided_at = ${new Date(decision.now)}, decision_note = ${decision.note},
      payload_sealed = null, same_as = null
    where id::text = ${id} and state = 'open'`);
  return changed === 1;
}

const OpenIdRow = z.object({ id: z.string() });

/** What one person proposed and nobody has decided. */
export const listOpenIdsBy = (tx: Tx, proposedBy: string): Promise<{ id: string }[]> =>
  tx.many(OpenIdRow, sql`select id from approvals where state = 'open' and proposed_by = ${proposedBy}`);

export interface ApprovalFilter {
  readonly state: 'open' | 'decided' | 'all';
  readonly subject: string | undefined;
  readonly kind?: ApprovalKind | undefined;
  readonly now: Instant;
}

const condition = ({ state, subject, kind, now }: ApprovalFilter): Sql => {
  const isOpen = sql`(a.state = 'open' and a.expires_at > ${new Date(now)})`;
  const byState = { open: isOpen, decided: sql`not ${isOpen}`, all: sql`true` }[state];
  const bySubject = subject === undefined ? byState : sql`${byState} and a.subject = ${subject}`;
  return kind === undefined ? bySubject : sql`${bySubject} and a.kind = ${kind}`;
};

const SORTABLE = {
  proposed_at: { column: sql`a.proposed_at`, type: 'timestamptz' },
  expires_at: { column: sql`a.expires_at`, type: 'timestamptz' },
} as const satisfies Record<string, SortKey>;

/** Oldest first while they wait, newest first otherwise. */
export async function listApprovals(
  db: Queryable,
  filter: ApprovalFilter,
  page: Pick<Page, 'limit' | 'offset' | 'from' | 'sort'>,
): Promise<Part<ApprovalRow>> {
  const own: readonly SortKey[] = [
    { ...SORTABLE.proposed_at, isDescending: filter.state !== 'open' },
    { column: sql`a.id`, type: 'uuid' },
  ];
  const list = { row: ApprovalRow, columns, source, where: condition(filter) };
  return await readPart(db, list, { ...page, keys: sortedKeys(page.sort, SORTABLE, own) });
}

export const countApprovals = (db: Queryable, filter: ApprovalFilter, most?: number): Promise<number> =>
  countUpTo(db, sql`from approvals a where ${condition(filter)}`, most);

const ApprovableRow = z.object({ id: z.string(), kind: z.enum(APPROVAL_KIND_NAMES), subject: z.string(), needs: z.number() });

/** What this operator could approve now, but for what is of the operator's own doing (`findOwnParts`). */
export async function listApprovable(
  db: Queryable,
  by: { readonly kinds: readonly ApprovalKind[]; readonly operatorId: string; readonly now: Instant; readonly most: number },
): Promise<z.output<typeof ApprovableRow>[]> {
  return await db.many(
    ApprovableRow,
    sql`
    select id, kind, subject, needs from approvals
    where state = 'open' and expires_at > ${new Date(by.now)} and kind = any(${by.kinds}::text[])
      and proposed_by is distinct from ${by.operatorId}::uuid
      and not exists (select from approval_voices v where v.approval_id = approvals.id and v.user_id = ${by.operatorId}::uuid)
    order by proposed_at limit ${by.most}`,
  );
}

/** One more yes. False: this person has said it before. */
export const addVoice = async (
  tx: Tx,
  id: string,
  voice: { readonly userId: string; readonly note: string | null; readonly now: Instant },
): Promise<boolean> =>
  (await tx.run(sql`
    insert into approval_voices (approval_id, user_id, at, note) values (${id}, ${voice.userId}, ${new Date(voice.now)}, ${voice.note})
    on conflict do nothing`)) === 1;

const VoicesRow = z.object({ total: z.number() });

/** How many have said yes who may say it still: a role that was taken away, or a person who was, takes the voice along. */
export const countVoices = async (tx: Tx, id: string, roles: readonly string[]): Promise<number> =>
  (
    await tx.one(
      VoicesRow,
      sql`
      select count(*)::int as total from approval_voices v join users u on u.id = v.user_id
      where v.approval_id = ${id} and u.role = any(${roles}::text[]) and u.disabled_at is null`,
    )
  ).total;

const IdRow = z.object({ id: z.string() });

/** Proposals whose time to take effect by themselves has come. */
export const findDue = async (db: Queryable, now: Instant): Promise<string[]> =>
  (
    await db.many(
      IdRow,
      sql`
      select id from approvals where state = 'open' and effective_at <= ${new Date(now)} and expires_at > ${new Date(now)} order by effective_at limit 50`,
    )
  ).map(({ id }) => id);

/** Somebody who could decide has come: from now on it waits for him. */
export const waitForSomebody = async (tx: Tx, id: string): Promise<number> =>
  await tx.run(sql`update approvals set effective_at = null where id::text = ${id} and state = 'open'`);

/** What waits, of these kinds, for a look whether it still can be done. */
export const findWaiting = async (db: Queryable, kinds: readonly ApprovalKind[], now: Instant): Promise<ApprovalRow[]> =>
  await db.many(
    ApprovalRow,
    sql`
    select ${columns} from ${source}
    where a.state = 'open' and a.expires_at > ${new Date(now)} and a.kind = any(${kinds}::text[]) order by a.proposed_at limit 500`,
  );

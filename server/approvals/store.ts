import * as z from 'zod/mini';
import { APPROVAL_KIND_NAMES, type ApprovalKind } from '#core/staff/approval.ts';
import type { Instant } from '#core/time.ts';
import { AnyRow, col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';

const STORED_STATES = ['open', 'approved', 'declined', 'overtaken'] as const;
export type StoredState = (typeof STORED_STATES)[number];
export const StoredState = col.oneOf(STORED_STATES);

export const ApprovalRow = rowType(
  {
    id: col.text,
    kind: col.oneOf(APPROVAL_KIND_NAMES),
    subject: col.text,
    /** JSON text, exactly as it was hashed. */
    payload: col.text,
    /** The secret part; null once decided. */
    payload_sealed: col.nullable(col.bytes),
    hash: col.text,
    note: col.text,
    state: StoredState,
    /** Null if the service proposed it. */
    proposed_by: col.nullable(col.text),
    proposed_by_name: col.computed(col.nullable(col.text), sql`coalesce(p.full_name, p.email)`),
    proposed_at: col.timestamp,
    expires_at: col.timestamp,
    /** Number of approvals needed. */
    needs: col.number,
    /** When it takes effect without a second person; null if never. */
    effective_at: col.nullable(col.timestamp),
    voices: col.computed(
      col.json(z.array(z.object({ user_id: z.string(), name: z.string() }))),
      sql`coalesce((select jsonb_agg(jsonb_build_object('user_id', v.user_id, 'name', coalesce(u.full_name, u.email)) order by v.at)
        from approval_voices v join users u on u.id = v.user_id where v.approval_id = a.id), '[]')`,
    ),
    decided_by_name: col.computed(col.nullable(col.text), sql`coalesce(d.full_name, d.email)`),
    decided_at: col.nullable(col.timestamp),
    decision_note: col.nullable(col.text),
  },
  'a',
);
export type ApprovalRow = RowOf<typeof ApprovalRow>;

export interface NewApproval {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly subject: string;
  readonly payload: string;
  readonly sealed: Buffer | null;
  readonly hash: string;
  /** Hash that duplicates share; null: `hash`. */
  readonly duplicateHash: string | null;
  readonly note: string;
  readonly proposedBy: string | null;
  readonly needs: number;
  readonly effectiveAt: Instant | null;
  readonly now: Instant;
  readonly expiresAt: Instant;
}

export const insertApproval = async (tx: Tx, approval: NewApproval): Promise<number> =>
  await tx.run(sql`
    insert into approvals (id, kind, subject, payload, payload_sealed, hash, same_as, note, proposed_by, needs, effective_at, proposed_at,
      expires_at)
    values (${approval.id}, ${approval.kind}, ${approval.subject}, ${approval.payload}, ${approval.sealed}, ${approval.hash},
      ${approval.duplicateHash},
      ${approval.note},
      ${approval.proposedBy}::uuid, ${approval.needs}, ${approval.effectiveAt === null ? null : new Date(approval.effectiveAt)},
        ${new Date(approval.now)}, ${new Date(approval.expiresAt)})`);

const source = sql`approvals a left join users p on p.id = a.proposed_by left join users d on d.id = a.decided_by`;

export const findApproval = async (db: Queryable, id: string): Promise<ApprovalRow | undefined> =>
  await db.maybe(ApprovalRow, sql`select ${ApprovalRow.list} from ${source} where a.id::text = ${id}`);

/** Finds an approval and locks it until the transaction ends. */
export async function lockApproval(tx: Tx, id: string): Promise<ApprovalRow | undefined> {
  await tx.many(AnyRow, sql`select 1 from approvals where id::text = ${id} for update`);
  return await findApproval(tx, id);
}

const OpenDuplicateRow = rowType({
  id: col.text,
});

/** Excludes concurrent duplicates until the transaction ends. */
export const lockProposals = async (tx: Tx, key: string): Promise<number> =>
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 50))`);

/** An open, unexpired proposal of the same kind with the same content. */
export const findOpenDuplicate = async (
  tx: Tx,
  proposal: {
    readonly kind: ApprovalKind;
    readonly duplicateHash: string | null;
    readonly hashes: readonly string[];
    readonly now: Instant;
  },
): Promise<{ id: string } | undefined> =>
  await tx.maybe(
    OpenDuplicateRow,
    sql`
    select id from approvals where state = 'open' and kind = ${proposal.kind}
      and (same_as = ${proposal.duplicateHash} or hash = any(${[...proposal.hashes]}::text[]))
      and expires_at > ${new Date(proposal.now)} order by proposed_at limit 1`,
  );

/** Closes an open proposal. False if it was decided already. */
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
    update approvals set state = ${decision.state}, decided_by = ${decision.by}::uuid, decided_at = ${new Date(decision.now)},
      decision_note = ${decision.note},
      payload_sealed = null, same_as = null
    where id::text = ${id} and state = 'open'`);
  return changed === 1;
}

const OpenIdRow = rowType({ id: col.text });

/** Open proposals of one operator. */
export const listOpenIdsBy = (tx: Tx, proposedBy: string): Promise<{ id: string }[]> =>
  tx.many(OpenIdRow, sql`select id from approvals where state = 'open' and proposed_by = ${proposedBy}`);

export interface ApprovalFilter {
  readonly state: 'open' | 'decided' | 'all';
  readonly subject: string | undefined;
  readonly kind?: ApprovalKind | undefined;
  /** Only proposals by this operator, or only those by anyone else. */
  readonly proposer?: { readonly is: 'me' | 'others'; readonly operatorId: string } | undefined;
  readonly now: Instant;
}

function byProposer(proposer: ApprovalFilter['proposer']): Sql {
  if (proposer === undefined) return sql`true`;
  const { is, operatorId } = proposer;
  return is === 'me' ? sql`a.proposed_by = ${operatorId}::uuid` : sql`a.proposed_by is distinct from ${operatorId}::uuid`;
}

const condition = ({ state, subject, kind, proposer, now }: ApprovalFilter): Sql => {
  const isOpen = sql`(a.state = 'open' and a.expires_at > ${new Date(now)})`;
  const byState = { open: isOpen, decided: sql`not ${isOpen}`, all: sql`true` }[state];
  const bySubject = subject === undefined ? byState : sql`${byState} and a.subject = ${subject}`;
  const byKind = kind === undefined ? bySubject : sql`${bySubject} and a.kind = ${kind}`;
  return sql`${byKind} and ${byProposer(proposer)}`;
};

const SORTABLE = {
  proposed_at: { column: sql`a.proposed_at`, type: 'timestamptz' },
  expires_at: { column: sql`a.expires_at`, type: 'timestamptz' },
} as const satisfies Record<string, SortKey>;

/** Open ones oldest first, otherwise newest first. */
export async function listApprovals(
  db: Queryable,
  filter: ApprovalFilter,
  page: Pick<PageRequest, 'limit' | 'offset' | 'from' | 'sort'>,
): Promise<ListPage<ApprovalRow>> {
  const defaultSort: readonly SortKey[] = [
    { ...SORTABLE.proposed_at, isDescending: filter.state !== 'open' },
    { column: sql`a.id`, type: 'uuid' },
  ];
  const list = { row: ApprovalRow, source, where: condition(filter) };
  return await readListPage(db, list, { ...page, keys: sortedKeys(page.sort, SORTABLE, defaultSort) });
}

export const countApprovals = (db: Queryable, filter: ApprovalFilter, max?: number): Promise<number> =>
  countUpTo(db, sql`from approvals a where ${condition(filter)}`, max);

const ApprovableRow = rowType({ id: col.text, kind: col.oneOf(APPROVAL_KIND_NAMES), subject: col.text, needs: col.number });

/** Proposals this operator could approve now, conflicts of interest included (`findConflicts`). */
export async function listApprovableBy(
  db: Queryable,
  filter: { readonly kinds: readonly ApprovalKind[]; readonly operatorId: string; readonly now: Instant; readonly limit: number },
): Promise<RowOf<typeof ApprovableRow>[]> {
  return await db.many(
    ApprovableRow,
    sql`
    select id, kind, subject, needs from approvals
    where state = 'open' and expires_at > ${new Date(filter.now)} and kind = any(${filter.kinds}::text[])
      and proposed_by is distinct from ${filter.operatorId}::uuid
      and not exists (select from approval_voices v where v.approval_id = approvals.id and v.user_id = ${filter.operatorId}::uuid)
    order by proposed_at limit ${filter.limit}`,
  );
}

/** Adds an approval. False if this person approved it already. */
export const addApproval = async (
  tx: Tx,
  id: string,
  approval: { readonly userId: string; readonly note: string | null; readonly now: Instant },
): Promise<boolean> =>
  (await tx.run(sql`
    insert into approval_voices (approval_id, user_id, at, note)
    values (${id}, ${approval.userId}, ${new Date(approval.now)}, ${approval.note})
    on conflict do nothing`)) === 1;

const VoicesRow = rowType({ total: col.number });

/** Number of approvals by users who may still decide. Approvals by disabled users or users with another role do not count. */
export const countApprovers = async (tx: Tx, id: string, roles: readonly string[]): Promise<number> =>
  (
    await tx.one(
      VoicesRow,
      sql`
      select count(*)::int as total from approval_voices v join users u on u.id = v.user_id
      where v.approval_id = ${id} and u.role = any(${roles}::text[]) and u.disabled_at is null`,
    )
  ).total;

const IdRow = rowType({ id: col.text });

/** Proposals due to take effect without a second person. */
export const findDue = async (db: Queryable, now: Instant): Promise<string[]> =>
  (
    await db.many(
      IdRow,
      sql`
      select id from approvals where state = 'open' and effective_at <= ${new Date(now)} and expires_at > ${new Date(now)}
        order by effective_at limit 50`,
    )
  ).map(({ id }) => id);

/** Requires a decision, because another operator can decide now: the proposal no longer takes effect automatically. */
export const requireDecision = async (tx: Tx, id: string): Promise<number> =>
  await tx.run(sql`update approvals set effective_at = null where id::text = ${id} and state = 'open'`);

/** Proposals that one run checks. */
const WAITING_BATCH = 100;

/** Open proposals of these kinds, to check whether they can still be executed. In random order: many open ones leave none unchecked. */
export const findWaiting = async (db: Queryable, kinds: readonly ApprovalKind[], now: Instant): Promise<ApprovalRow[]> =>
  await db.many(
    ApprovalRow,
    sql`
    select ${ApprovalRow.list} from ${source}
    where a.state = 'open' and a.expires_at > ${new Date(now)} and a.kind = any(${kinds}::text[]) order by random() limit ${WAITING_BATCH}`,
  );

import {
  type ApprovalAttributes,
  officeApprove,
  officeDecline,
  officeListApprovals,
  officeRevealApproval,
} from '#contract/office/orders/approvals.ts';
import { APPROVAL_KIND_NAMES, mayDecide, APPROVAL_KINDS } from '#core/staff/approval.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import type { Operator } from '#server/operators/operator.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { approve, decline, type DecisionRefusal, lockOpenProposal } from './decide-approval.ts';
import { type ApprovalHooks, type Executors, NO_HOOKS } from './executor.ts';
import { mayStillApprove } from './queries.ts';
import { findConflicts } from './conflicts.ts';
import { type ApprovalRow, countApprovals, findApproval, listApprovableBy, listApprovals } from './store.ts';
import * as z from 'zod';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { openPart } from './sealed-part.ts';

const Payload = z.object({ requisites_digest: z.string() });

/** The full requisites of an open proposal, for operators who may approve it. Every view writes an audit entry. */
async function revealSealed(
  deps: Pick<Deps, 'clock' | 'secrets' | 'random'>,
  tx: Tx,
  { id, operator }: { readonly id: string; readonly operator: Operator },
): Promise<Result<RequisiteValues, DecisionRefusal>> {
  const open = await lockOpenProposal(deps, tx, { id, operator });
  if (!open.ok) return open;
  const row = open.value;
  if (row.proposed_by === operator.userId) return refuse({ code: 'access_denied', message: 'own_proposal' });
  const payload = Payload.safeParse(JSON.parse(row.payload));
  if (!payload.success) return refuse({ code: 'not_found' });
  const opened = openPart(deps, { sealed: row.payload_sealed, digest: payload.data.requisites_digest });
  if (!opened.ok) return opened;
  await recordAudit(deps, tx, {
    actorId: operator.userId,
    action: 'requisites.view',
    subjectType: APPROVAL_KINDS[row.kind].subject,
    subjectId: row.subject,
    detail: { approval_id: row.id, side: 'income' },
  });
  return accept(opened.value);
}

/** Payload members that hold digests of sealed requisites: only the executor reads them. */
const DIGEST = /_digest$/;

const publicPayload = (payload: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(JSON.parse(payload) as Record<string, unknown>).filter(([key]) => !DIGEST.test(key)));

interface PresentContext {
  readonly now: Instant;
  /** The operator has a part in the proposal while enough others could approve it. */
  readonly isConflicted: boolean;
  /** When a decision was promised to the customer; undefined if no customer waits. */
  readonly promisedAt: Date | undefined;
}

function present(row: ApprovalRow, operator: Operator, { now, isConflicted, promisedAt }: PresentContext): ApprovalAttributes {
  const state = row.state === 'open' && row.expires_at.getTime() <= now ? 'expired' : row.state;
  const isMine = row.proposed_by === operator.userId;
  return {
    kind: row.kind,
    subject: row.subject,
    payload: publicPayload(row.payload),
    hash: row.hash,
    note: row.note,
    state,
    proposed_by: row.proposed_by_name,
    is_mine: isMine,
    may_approve: state === 'open' && !isConflicted && mayStillApprove(row, operator),
    is_own_part: isConflicted,
    needs: row.needs,
    voices: row.voices.map(({ name }) => name),
    takes_effect_at: row.effective_at && toRfc3339(row.effective_at.getTime()),
    proposed_at: toRfc3339(row.proposed_at.getTime()),
    expires_at: toRfc3339(row.expires_at.getTime()),
    promised_at: state === 'open' && promisedAt !== undefined ? toRfc3339(promisedAt.getTime()) : null,
    decided_by: row.decided_by_name,
    decided_at: row.decided_at && toRfc3339(row.decided_at.getTime()),
    decision_note: row.decision_note,
  };
}

/** Largest number of open proposals that the menu shows. */
const MAX_COUNTED = 500;

const listRoute = (deps: Deps, { parties, promises }: ApprovalHooks): Route =>
  route(officeListApprovals, async (call) => {
    const operator = call.visitor;
    const { query } = call;
    const now = deps.clock.now();
    const operatorId = operator.userId;
    const proposer = query.proposer && { is: query.proposer, operatorId };
    const filter = { state: query.state ?? 'open', subject: query.subject, kind: query.kind, proposer, now } as const;
    const page = readPageRequest(call);
    const kinds = APPROVAL_KIND_NAMES.filter((kind) => mayDecide(operator.role, kind));
    const [{ rows, ends }, total, approvable] = await Promise.all([
      listApprovals(deps.db, filter, page),
      countApprovals(deps.db, filter, page.maxCounted),
      listApprovableBy(deps.db, { kinds, operatorId, now, limit: MAX_COUNTED }),
    ]);
    const conflicted = await findConflicts(deps.db, parties, {
      candidates: [...approvable, ...rows.filter(({ state }) => state === 'open')],
      operatorId,
    });
    const promisedAt = await promises(
      deps.db,
      rows.map(({ id }) => id),
    );
    const openCount = approvable.filter(({ id }) => !conflicted.has(id)).length;
    return accept({
      data: rows.map((row) => ({
        type: 'approvals',
        id: row.id,
        attributes: present(row, operator, { now, isConflicted: conflicted.has(row.id), promisedAt: promisedAt.get(row.id) }),
      })),
      page: pageInfo(page, total, ends),
      meta: { open: openCount },
    });
  });

async function presentDecided(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { id, operator, hooks: { promises } }: { readonly id: string; readonly operator: Operator; readonly hooks: ApprovalHooks },
) {
  const row = await findApproval(tx, id);
  if (!row) return refuse({ code: 'not_found' });
  const promisedAt = (await promises(tx, [id])).get(id);
  return accept({
    data: {
      type: 'approvals' as const,
      id,
      attributes: present(row, operator, { now: deps.clock.now(), isConflicted: false, promisedAt }),
    },
  });
}

const approveRoute = (deps: Deps, executors: Executors, hooks: ApprovalHooks): Route =>
  route(officeApprove, async ({ params, body, visitor: operator, tx }) => {
    const approved = await approve(deps, tx, executors, {
      id: params.id,
      hash: body.hash,
      note: body.note?.trim() || null,
      operator,
      hooks,
    });
    if (!approved.ok) return approved;
    return await presentDecided(deps, tx, { id: params.id, operator, hooks });
  });

const declineRoute = (deps: Deps, hooks: ApprovalHooks): Route =>
  route(officeDecline, async ({ params, body, visitor: operator, tx }) => {
    const decision = { id: params.id, hash: body.hash, note: body.note?.trim() || null, operator };
    const declined = await decline(deps, tx, decision, hooks);
    if (!declined.ok) return declined;
    return await presentDecided(deps, tx, { id: params.id, operator, hooks });
  });

const revealRoute = (deps: Deps): Route =>
  route(officeRevealApproval, async ({ params, visitor: operator, tx }) => {
    const revealed = await revealSealed(deps, tx, { id: params.id, operator });
    return revealed.ok ? accept({ data: { type: 'destinations', id: params.id, attributes: { requisites: revealed.value } } }) : revealed;
  });

/** Office routes for proposals that need a second person. */
export const officeApprovalRoutes = (deps: Deps, executors: Executors, hooks: ApprovalHooks = NO_HOOKS): Route[] => [
  listRoute(deps, hooks),
  revealRoute(deps),
  approveRoute(deps, executors, hooks),
  declineRoute(deps, hooks),
];

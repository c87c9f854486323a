import {
  type ApprovalAttributes,
  officeApprove,
  officeDecline,
  officeListApprovals,
  officeRevealApproval,
} from '#contract/office/orders/approvals.ts';
import { APPROVAL_KIND_NAMES, mayDecide } from '#core/staff/approval.ts';
import { accept, refuse } from '#core/result.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import type { Operator } from '#server/operators/operator.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { approve, decline } from './decide-approval.ts';
import { revealSealed } from './reveal-sealed.ts';
import { type ApprovalHooks, type Executors, NO_HOOKS } from './executor.ts';
import { mayStillApprove } from './may-approve.ts';
import { findConflicts } from './find-conflicts.ts';
import { type ApprovalRow, countApprovals, findApproval, listApprovableBy, listApprovals } from './store.ts';

/** Digests that bind sealed requisites: for the executor only. */
const DIGEST = /_digest$/;

const publicPayload = (payload: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(JSON.parse(payload) as Record<string, unknown>).filter(([key]) => !DIGEST.test(key)));

function present(row: ApprovalRow, operator: Operator, context: { readonly now: Instant; readonly isOwn: boolean }): ApprovalAttributes {
  const { now, isOwn } = context;
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
    may_approve: state === 'open' && !isOwn && mayStillApprove(row, operator),
    is_own_part: isOwn,
    needs: row.needs,
    voices: row.voices.map(({ name }) => name),
    takes_effect_at: row.effective_at && toRfc3339(row.effective_at.getTime()),
    proposed_at: toRfc3339(row.proposed_at.getTime()),
    expires_at: toRfc3339(row.expires_at.getTime()),
    promised_at: state === 'open' && row.promised_at !== null ? toRfc3339(row.promised_at.getTime()) : null,
    decided_by: row.decided_by_name,
    decided_at: row.decided_at && toRfc3339(row.decided_at.getTime()),
    decision_note: row.decision_note,
  };
}

/** The menu shows no higher number. */
const MAX_COUNTED = 500;

const listRoute = (deps: Deps, { parties }: ApprovalHooks): Route =>
  route(officeListApprovals, async (call) => {
    const operator = call.visitor;
    const { query } = call;
    const now = deps.clock.now();
    const filter = { state: query.state ?? 'open', subject: query.subject, kind: query.kind, now } as const;
    const page = readPageRequest(call);
    const kinds = APPROVAL_KIND_NAMES.filter((kind) => mayDecide(operator.role, kind));
    const operatorId = operator.userId;
    const [{ rows, ends }, total, approvable] = await Promise.all([
      listApprovals(deps.db, filter, page),
      countApprovals(deps.db, filter, page.maxCounted),
      listApprovableBy(deps.db, { kinds, operatorId, now, limit: MAX_COUNTED }),
    ]);
    const conflicted = await findConflicts(deps.db, parties, {
      candidates: [...approvable, ...rows.filter(({ state }) => state === 'open')],
      operatorId,
    });
    const open = approvable.filter(({ id }) => !conflicted.has(id)).length;
    return accept({
      data: rows.map((row) => ({
        type: 'approvals',
        id: row.id,
        attributes: present(row, operator, { now, isOwn: conflicted.has(row.id) }),
      })),
      page: pageInfo(page, total, ends),
      meta: { open },
    });
  });

const approveRoute = (deps: Deps, executors: Executors, hooks: ApprovalHooks): Route =>
  route(officeApprove, async ({ params, body, visitor: operator, tx }) => {
    const approved = await approve(deps, tx, executors, {
      id: params.id,
      hash: body.hash,
      note: body.note?.trim() || null,
      operator: operator,
      hooks,
    });
    if (!approved.ok) return approved;
    const row = await findApproval(tx, params.id);
    if (!row) return refuse({ code: 'not_found' });
    return accept({ data: { type: 'approvals', id: row.id, attributes: present(row, operator, { now: deps.clock.now(), isOwn: false }) } });
  });

const declineRoute = (deps: Deps, hooks: ApprovalHooks): Route =>
  route(officeDecline, async ({ params, body, visitor: operator, tx }) => {
    const decision = { id: params.id, hash: body.hash, note: body.note?.trim() || null, operator: operator };
    const declined = await decline(deps, tx, decision, hooks);
    if (!declined.ok) return declined;
    const row = await findApproval(tx, params.id);
    if (!row) return refuse({ code: 'not_found' });
    return accept({ data: { type: 'approvals', id: row.id, attributes: present(row, operator, { now: deps.clock.now(), isOwn: false }) } });
  });

const revealRoute = (deps: Deps): Route =>
  route(officeRevealApproval, async ({ params, visitor: operator, tx }) => {
    const revealed = await revealSealed(deps, tx, { id: params.id, operator: operator });
    return revealed.ok ? accept({ data: { type: 'destinations', id: params.id, attributes: { requisites: revealed.value } } }) : revealed;
  });

/** Office routes for proposals that need a second person. */
export const officeApprovalRoutes = (deps: Deps, executors: Executors, hooks: ApprovalHooks = NO_HOOKS): Route[] => [
  listRoute(deps, hooks),
  revealRoute(deps),
  approveRoute(deps, executors, hooks),
  declineRoute(deps, hooks),
];

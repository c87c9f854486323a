import {
  type ApprovalAttributes,
  officeApprove,
  officeDecline,
  officeListApprovals,
  officeRevealApproval,
} from '#contract/office-approvals.ts';
import { APPROVAL_KIND_NAMES, mayDecide } from '#core/approval.ts';
import { accept, refuse } from '#core/result.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { pageMeta, pageOf } from '#server/platform/http/page-of.ts';
import type { Operator } from '#server/operators/operator.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { approve, decline } from './decide-approval.ts';
import { revealSealed } from './reveal-sealed.ts';
import { type ApprovalCourse, type Executors, PLAIN_COURSE } from './executor.ts';
import { mayStillApprove } from './may-approve.ts';
import { findOwnParts } from './own-parts.ts';
import { type ApprovalRow, countApprovals, findApproval, listApprovable, listApprovals } from './store.ts';

/** Members of a payload that are for the executor alone: what binds sealed requisites. */
const DIGEST = /_digest$/;

const shown = (payload: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(JSON.parse(payload) as Record<string, unknown>).filter(([key]) => !DIGEST.test(key)));

function present(row: ApprovalRow, operator: Operator, seen: { readonly now: Instant; readonly isOwn: boolean }): ApprovalAttributes {
  const { now, isOwn } = seen;
  const state = row.state === 'open' && row.expires_at.getTime() <= now ? 'expired' : row.state;
  const isMine = row.proposed_by === operator.userId;
  return {
    kind: row.kind,
    subject: row.subject,
    payload: shown(row.payload),
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

/** More wait for nobody: a menu that says so many says enough. */
const MOST_COUNTED = 500;

const listRoute = (deps: Deps, { parties }: ApprovalCourse): Route =>
  route(officeListApprovals, async (call) => {
    const operator = call.visitor;
    const { query } = call;
    const now = deps.clock.now();
    const filter = { state: query.state ?? 'open', subject: query.subject, kind: query.kind, now } as const;
    const page = pageOf(call);
    const kinds = APPROVAL_KIND_NAMES.filter((kind) => mayDecide(operator.role, kind));
    const operatorId = operator.userId;
    const [{ rows, ends }, total, approvable] = await Promise.all([
      listApprovals(deps.db, filter, page),
      countApprovals(deps.db, filter, page.most),
      listApprovable(deps.db, { kinds, operatorId, now, most: MOST_COUNTED }),
    ]);
    const own = await findOwnParts(deps.db, parties, {
      candidates: [...approvable, ...rows.filter(({ state }) => state === 'open')],
      operatorId,
    });
    const open = approvable.filter(({ id }) => !own.has(id)).length;
    return accept({
      data: rows.map((row) => ({ type: 'approvals', id: row.id, attributes: present(row, operator, { now, isOwn: own.has(row.id) }) })),
      page: pageMeta(page, total, ends),
      meta: { open },
    });
  });

const approveRoute = (deps: Deps, executors: Executors, course: ApprovalCourse): Route =>
  route(officeApprove, async ({ params, body, visitor: operator, tx }) => {
    const done = await approve(deps, tx, executors, {
      id: params.id,
      hash: body.hash,
      note: body.note?.trim() || null,
      operator: operator,
      course,
    });
    if (!done.ok) return done;
    const row = await findApproval(tx, params.id);
    if (!row) return refuse({ code: 'not_found' });
    return accept({ data: { type: 'approvals', id: row.id, attributes: present(row, operator, { now: deps.clock.now(), isOwn: false }) } });
  });

const declineRoute = (deps: Deps, course: ApprovalCourse): Route =>
  route(officeDecline, async ({ params, body, visitor: operator, tx }) => {
    const decided = { id: params.id, hash: body.hash, note: body.note?.trim() || null, operator: operator };
    const done = await decline(deps, tx, decided, course);
    if (!done.ok) return done;
    const row = await findApproval(tx, params.id);
    if (!row) return refuse({ code: 'not_found' });
    return accept({ data: { type: 'approvals', id: row.id, attributes: present(row, operator, { now: deps.clock.now(), isOwn: false }) } });
  });

const revealRoute = (deps: Deps): Route =>
  route(officeRevealApproval, async ({ params, visitor: operator, tx }) => {
    const shown = await revealSealed(deps, tx, { id: params.id, operator: operator });
    return shown.ok ? accept({ data: { type: 'destinations', id: params.id, attributes: { requisites: shown.value } } }) : shown;
  });

/** The operators' calls about what two of them do together. */
export const officeApprovalRoutes = (deps: Deps, executors: Executors, course: ApprovalCourse = PLAIN_COURSE): Route[] => [
  listRoute(deps, course),
  revealRoute(deps),
  approveRoute(deps, executors, course),
  declineRoute(deps, course),
];

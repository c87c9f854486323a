import type { Resource } from '#contract/document.ts';
import {
  officeEndWithdrawalPayout,
  officeGetWithdrawal,
  officeListWithdrawals,
  officeMoveWithdrawal,
  type OfficeWithdrawalAttributes,
  type OfficeWithdrawalPage,
  WITHDRAWAL_ACTIONS,
} from '#contract/office/money/withdrawals.ts';
import { may } from '#core/access/access.ts';
import { isOperatorMoveAllowed } from '#core/withdrawal/decide.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { isFloating, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { listOrderPostings } from '#server/ledger/queries.ts';
import { endSubjectPayout } from '#server/payouts/by-hand/end-payout.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { applyOperatorAction } from './apply-operator-action.ts';
import * as store from './office-store.ts';

const timestamp = (date: Date): string => toRfc3339(date.getTime());
const optionalTimestamp = (date: Date | null): string | null => (date === null ? null : timestamp(date));

function present({ catalogue, clock }: Pick<Deps, 'catalogue' | 'clock'>, row: store.OfficeRow, role: string): OfficeWithdrawalAttributes {
  const system = catalogue.paymentSystem(row.outcome_code);
  const holdState = { status: row.status, heldUntil: row.held_until?.getTime() ?? null, isStopped: row.is_stopped };
  const isOpen = ['payout_pending', 'payout_sent', 'payout_failed'].includes(row.status);
  return {
    status: row.status,
    version: row.version,
    user_id: row.user_id,
    email: row.email,
    customer_id: row.customer_id,
    purse: row.purse,
    purse_amount: formatAmount(BigInt(row.purse_amount), PURSE_SCALE),
    payment_system_id: row.outcome_code,
    outcome_amount: formatAmount(BigInt(row.outcome_amount), system?.scale ?? 0),
    currency_iso_code: system?.currency ?? row.outcome_code,
    is_floating: isFloating(holdState),
    destination: row.masked,
    created_at: timestamp(row.created_at),
    status_changed_at: timestamp(row.status_changed_at),
    held_until: isOpen ? optionalTimestamp(row.held_until) : null,
    is_stopped: row.is_stopped,
    promised_at: optionalTimestamp(row.promised_at),
    is_late: isOpen && row.promised_at !== null && row.promised_at.getTime() <= clock.now(),
    tx_hash: row.tx_hash,
    is_uncovered: row.is_uncovered,
    deeds: may(role, 'handle_payouts') ? WITHDRAWAL_ACTIONS.filter((action) => isOperatorMoveAllowed(action, holdState)) : [],
  };
}

async function presentPage(deps: Deps, db: Queryable, row: store.OfficeRow, role: string): Promise<Resource<OfficeWithdrawalPage>> {
  const { id } = row;
  const scale = deps.catalogue.paymentSystem(row.outcome_code)?.scale ?? 0;
  const [events, payouts, postings, approvals] = [
    await store.listEvents(db, id),
    await store.listPayouts(db, id),
    await listOrderPostings(deps, db, id),
    await store.countApprovals(db, id, new Date(deps.clock.now())),
  ];
  return {
    type: 'withdrawals',
    id,
    attributes: {
      ...present(deps, row, role),
      timeline: events.map(({ to_status: status, at, held_until: heldUntil, approved_by: approvedBy, ...event }) => ({
        ...event,
        status,
        at: timestamp(at),
        early: heldUntil === null || approvedBy === null ? null : { held_until: heldUntil, approved_by: approvedBy },
      })),
      payouts: payouts.map((payout) => ({
        id: payout.id,
        attempt: payout.attempt,
        rail: payout.rail,
        state: payout.state,
        amount: formatAmount(BigInt(payout.amount), scale),
        reference: payout.external_id,
        reason: payout.reason,
        at: timestamp(payout.claimed_at),
        is_endable: payout.state === 'unknown' && may(role, 'handle_payouts'),
      })),
      postings,
      open_approvals: approvals,
    },
  };
}

const readRoutes = (deps: Deps): Route[] => [
  route(officeListWithdrawals, async (call) => {
    const { query, visitor } = call;
    const page = readPageRequest(call);
    const now = new Date(deps.clock.now());
    const filter = { list: query.list ?? 'open', userId: query.user_id, q: query.q };
    const count = async (list: store.WithdrawalList) => await store.countWithdrawals(deps.db, { list }, now);
    const [{ rows, ends }, total, open, late, failed, held] = await Promise.all([
      store.listWithdrawals(deps.db, filter, page, now),
      store.countWithdrawals(deps.db, filter, now, page.maxCounted),
      count('open'),
      count('late'),
      count('failed'),
      count('held'),
    ]);
    return accept({
      data: rows.map((row) => ({ type: 'withdrawals', id: row.id, attributes: present(deps, row, visitor.role) })),
      page: pageInfo(page, total, ends),
      meta: { open, late, failed, held },
    });
  }),
  route(officeGetWithdrawal, async ({ params, visitor }) => {
    const row = await store.findOfficeRow(deps.db, params.id);
    return row ? accept({ data: await presentPage(deps, deps.db, row, visitor.role) }) : refuse({ code: 'not_found' });
  }),
];

const actionRoutes = (deps: Deps): Route[] => [
  route(officeMoveWithdrawal, async ({ params, body, visitor, tx }) => {
    const decided = await applyOperatorAction(deps, tx, { id: params.id, ...body, operatorId: visitor.userId });
    if (!decided.ok) return decided;
    const row = await store.findOfficeRow(tx, params.id);
    return row ? accept({ data: await presentPage(deps, tx, row, visitor.role) }) : refuse({ code: 'not_found' });
  }),
  route(officeEndWithdrawalPayout, async ({ params, body, visitor, tx }) => {
    if ((await store.findOfficeRow(tx, params.id)) === undefined) return refuse({ code: 'not_found' });
    const input = { ...body, payoutId: params.payout_id, operatorId: visitor.userId };
    const ended = await endSubjectPayout(deps, tx, { kind: 'withdrawal', id: params.id }, input);
    if (!ended.ok) return ended;
    const row = await store.findOfficeRow(tx, params.id);
    return row ? accept({ data: await presentPage(deps, tx, row, visitor.role) }) : refuse({ code: 'not_found' });
  }),
];

/** Operator routes for withdrawals of earnings. */
export const officeWithdrawalRoutes = (deps: Deps): Route[] => [...readRoutes(deps), ...actionRoutes(deps)];

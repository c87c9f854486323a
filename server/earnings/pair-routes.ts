import {
  officeListReferralPairs,
  officeStopReferralPair,
  PAIR_SIGNALS,
  type ReferralPairAttributes,
} from '#contract/office/customers/referral-pairs.ts';
import { needsSecondPerson, SINGLE_PERSON_PERIOD_MS } from '#core/earnings/earning.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { lockOperatorPostings } from '#server/ledger/post-treasury.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { stopReferral } from '#server/referrals/count-referral.ts';
import type { OperatorActionResult } from './grant-bonus.ts';
import { sumReversed } from './office-store.ts';
import { countPairs, findActiveEarnings, findPair, listPairs, type PairRow } from './pairs-store.ts';
import { reverseLocked } from './reverse-by-operator.ts';

interface StopPairInput {
  /** The referral's id. */
  readonly id: string;
  readonly note: string;
  readonly operatorId: string;
}

/** Reverses the pair's earnings, then stops the referral. This order is required: orders are locked before their referral. */
async function applyStop(deps: MoveDeps, tx: Tx, { id, note, operatorId }: StopPairInput): Promise<void> {
  for (const earning of await findActiveEarnings(tx, id)) await reverseLocked(deps, tx, { id: earning.id, note, operatorId });
  await stopReferral(deps, tx, id);
}

/**
 * Stops a pair that is one person: reverses its earnings and prevents further ones, with an audit entry. Above the operator's daily limit,
 * proposes it to a second operator. May be repeated.
 */
export async function stopPair(
  deps: MoveDeps & Pick<Deps, 'secrets' | 'live'>,
  tx: Tx,
  input: StopPairInput,
): Promise<Result<OperatorActionResult, 'not_found' | 'order_state_conflict' | 'approval_conflict'>> {
  const { id, note, operatorId } = input;
  const pair = await findPair(tx, id);
  if (pair === undefined) return refuse({ code: 'not_found' });
  const cents = (await findActiveEarnings(tx, id)).reduce((sum, earning) => sum + BigInt(earning.cents), 0n);
  if (pair.is_stopped && cents === 0n) return refuse({ code: 'order_state_conflict' });
  await lockOperatorPostings(tx, operatorId);
  const description = { amount: formatAmount(cents, PURSE_SCALE), currency_iso_code: PURSE_ASSET };
  if (needsSecondPerson(cents, await sumReversed(tx, operatorId, deps.clock.now() - SINGLE_PERSON_PERIOD_MS)))
    return await propose(deps, tx, {
      kind: 'stop_referral',
      subject: id,
      payload: { email: pair.referrer, referral: pair.referral, ...description },
      note,
      operatorId,
    });
  await applyStop(deps, tx, input);
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'referral.stop',
    subjectType: 'referral',
    subjectId: id,
    detail: { ...description, note },
  });
  return accept({ approvalId: null });
}

/** Stops a pair after approval. */
export const executeStopPair: Executor = async (deps, tx, { subject, note, proposedBy }) => {
  if ((await findPair(tx, subject)) === undefined) return refuse({ code: 'not_found' });
  await applyStop(deps, tx, { id: subject, note, operatorId: proposedBy });
  return accept(null);
};

/** An order this soon after the click is suspicious. */
const QUICK_MINUTES = 2;

function signalsOf(row: PairRow): ReferralPairAttributes['signals'] {
  const signals = [
    row.refused,
    row.same_network ? 'network' : null,
    row.same_card ? 'card' : null,
    row.same_device ? 'device' : null,
    row.same_requisites ? 'requisites' : null,
    row.round_trips > 0 ? 'round_trips' : null,
    row.first_minutes !== null && row.first_minutes < QUICK_MINUTES ? 'quick' : null,
  ];
  return PAIR_SIGNALS.filter((signal) => signals.includes(signal));
}

const present = (row: PairRow): ReferralPairAttributes => ({
  referrer: row.referrer,
  referral: row.referral,
  referrer_customer_id: row.referrer_customer_id,
  referral_customer_id: row.referral_customer_id,
  said: row.said && { verdict: row.said.verdict, note: row.said.note, by: row.said.said_by, at: toRfc3339(row.said.said_at) },
  bound_by: row.bound_by,
  bound_at: toRfc3339(row.bound_at.getTime()),
  is_stopped: row.is_stopped,
  signals: signalsOf(row),
  orders: row.orders,
  completed: row.completed,
  first_minutes: row.first_minutes,
  round_trips: row.round_trips,
  turnover_usd: formatAmount(BigInt(row.turnover), PURSE_SCALE),
  accrued: formatAmount(BigInt(row.accrued), PURSE_SCALE),
});

/** Operator routes for pairs of referrer and referral (R16). */
export const officePairRoutes = (deps: Deps): Route[] => [
  route(officeListReferralPairs, async (call) => {
    const filter = { state: call.query.state ?? ('suspicious' as const), q: call.query.q?.trim() || undefined };
    const page = readPageRequest(call);
    const [{ rows, ends }, total] = await Promise.all([listPairs(deps.db, filter, page), countPairs(deps.db, filter, page.maxCounted)]);
    return accept({
      data: rows.map((row) => ({ type: 'referral_pairs', id: row.id, attributes: present(row) })),
      page: pageInfo(page, total, ends),
    });
  }),
  route(officeStopReferralPair, async ({ params: { id }, body, visitor: { userId: operatorId }, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const result = await stopPair(deps, tx, { id, note, operatorId });
    if (!result.ok) return result;
    const { approvalId } = result.value;
    const attributes = { state: approvalId === null ? ('done' as const) : ('proposed' as const), approval_id: approvalId };
    return accept({ data: { type: 'earning_deeds', id, attributes } });
  }),
];

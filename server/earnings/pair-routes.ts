import {
  officeListReferralPairs,
  officeStopReferralPair,
  PAIR_SIGNALS,
  type ReferralPairAttributes,
} from '#contract/office/customers/referral-pairs.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { countPairs, listPairs, type PairRow } from './pairs-store.ts';
import { stopPair } from './stop-pair.ts';

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

import {
  type OfficeEarningAttributes,
  officeGrantBonus,
  officeListEarnings,
  officeReverseEarning,
} from '#contract/office/money/earnings.ts';
import { officeGetProgramme, PROGRAMME_KEY, ProgrammeDocument } from '#contract/office/shop/referral-programme.ts';
import { DEFAULT_PROGRAMME } from '#core/earnings/programme.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import type { DayRange } from '#server/platform/db/day-range.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { findPersonByEmail } from '#server/users/queries.ts';
import { type OperatorActionResult, grantBonus } from './grant-bonus.ts';
import { countEarnings, type EarningFilter, listEarnings, type OfficeRow, sumEarnings } from './office-store.ts';
import { findProgrammes } from './programme.ts';
import { reverseByOperator } from './reverse-by-operator.ts';

const inDollars = (cents: string): string => formatAmount(BigInt(cents), PURSE_SCALE);
const optionalTimestamp = (at: Date | null): string | null => at && toRfc3339(at.getTime());

const present = (row: OfficeRow): OfficeEarningAttributes => ({
  user_id: row.user_id,
  email: row.email,
  customer_id: row.customer_id,
  kind: row.kind,
  amount: inDollars(row.amount),
  currency_iso_code: PURSE_ASSET,
  status: row.state,
  order_id: row.order_id,
  note: row.note,
  granted_by: row.granted_by_name,
  created_at: toRfc3339(row.created_at.getTime()),
  available_at: toRfc3339(row.available_at.getTime()),
  reversed_at: optionalTimestamp(row.reversed_at),
  reversal_reason: row.reversal_reason,
  reversed_by: row.reversed_by_name,
});

interface EarningsQuery extends DayRange {
  readonly status?: EarningFilter['status'];
  readonly kind?: EarningFilter['kind'];
  readonly q?: string | undefined;
}

const filterOf = ({ status, kind, from, to, q }: EarningsQuery, at: number): EarningFilter => ({
  at,
  status,
  kind,
  days: { from, to },
  q: q?.trim() || undefined,
});

const actionResource = (id: string, { approvalId }: OperatorActionResult) => ({
  type: 'earning_deeds' as const,
  id,
  attributes: { state: approvalId === null ? ('done' as const) : ('proposed' as const), approval_id: approvalId },
});

/** Operator routes for earnings (domain 8). */
export const officeEarningRoutes = (deps: Deps): Route[] => [
  route(officeListEarnings, async (call) => {
    const filter = filterOf(call.query, deps.clock.now());
    const page = readPageRequest(call);
    const [{ rows, ends }, total, sums] = await Promise.all([
      listEarnings(deps.db, filter, page),
      countEarnings(deps.db, filter, page.maxCounted),
      sumEarnings(deps.db, filter),
    ]);
    return accept({
      data: rows.map((row) => ({ type: 'earnings', id: row.id, attributes: present(row) })),
      page: pageInfo(page, total, ends),
      meta: { sums: Object.fromEntries(sums.map(({ state, cents }) => [state, inDollars(cents)])) },
    });
  }),
  route(officeGetProgramme, async () => {
    const datedVersions = (await findProgrammes(deps.db)).toReversed();
    const firstVersion = { since: null, programme: ProgrammeDocument.parse(DEFAULT_PROGRAMME) };
    const versions = [
      ...datedVersions.map(({ since, programme }) => ({ since: toRfc3339(since), programme: ProgrammeDocument.parse(programme) })),
      firstVersion,
    ];
    const [current = firstVersion, ...earlier] = versions;
    const former = earlier.map((version, i) => ({ ...version, until: versions[i]?.since ?? '' }));
    return accept({ data: { type: 'earning_programmes', id: PROGRAMME_KEY, attributes: { ...current, former } } });
  }),
  route(officeReverseEarning, async ({ params: { id }, body, visitor: { userId: operatorId }, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const result = await reverseByOperator(deps, tx, { id, note, operatorId });
    return result.ok ? accept({ data: actionResource(id, result.value) }) : result;
  }),
  route(officeGrantBonus, async ({ body, visitor: { userId: operatorId }, tx }) => {
    const note = body.note.trim();
    if (note === '') return refuse({ code: 'required', field: 'note' });
    const amount = parseAmount(body.amount, { scale: PURSE_SCALE, precision: PURSE_SCALE });
    if (!amount.ok || amount.minor <= 0n) return refuse({ code: 'not_allowed_amount', field: 'amount' });
    const person = await findPersonByEmail(tx, body.email.trim());
    if (person === undefined) return refuse({ code: 'not_found', field: 'email', message: 'unknown_customer' });
    const result = await grantBonus(deps, tx, { userId: person.id, amount: amount.minor, note, operatorId });
    return result.ok ? accept({ data: actionResource(deps.random.uuid(), result.value) }) : result;
  }),
];

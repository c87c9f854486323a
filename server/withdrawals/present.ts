import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/orders.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { toSignificant } from '#core/money/fraction.ts';
import { NOTHING_KEPT } from '#core/order/refund-rule.ts';
import { isFinal, ORDER_STATUSES, STATUS_GROUP } from '#core/order/status.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import { isFloating, promisedBy, PURSE_SCALE, rateOf, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { valueLines } from '#server/orders/readable-requisites.ts';
import { presentRefundTerms } from '#server/payment-systems/refund-rule.ts';
import { written } from '#server/platform/db/row.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { priceNow } from './price-withdrawal.ts';

export type PresentDeps = Pick<Deps, 'catalogue' | 'rails' | 'clock' | 'secrets' | 'quotes'>;

const RATE_DIGITS = 12;
const MINUTE = 60_000;

const SurroundingRow = z.object({
  id: z.string(),
  masked: written<RequisiteValues>(),
  sealed: z.instanceof(Buffer),
  email: z.string(),
  timeline: z.array(z.object({ status: z.enum(ORDER_STATUSES), at: z.number() })),
});
type Surroundings = z.output<typeof SurroundingRow>;

const readSurroundings = async (db: Queryable, ids: readonly string[]): Promise<Surroundings[]> =>
  await db.many(
    SurroundingRow,
    sql`
    select w.id, w.requisites_masked as masked, w.requisites_sealed as sealed, u.email,
      (select json_agg(json_build_object('status', e.to_status, 'at', (extract(epoch from e.at) * 1000)::bigint) order by e.version)
       from withdrawal_events e where e.withdrawal_id = w.id and e.from_status is distinct from e.to_status) as timeline
    from withdrawals w join users u on u.id = w.user_id where w.id = any(${[...ids]}::text[])`,
  );

const at = (moment: Instant | null): string | null => (moment === null ? null : toRfc3339(moment));

/** The price of a dollar as the form has told it: what the network takes stands in a line of its own, and is no part of the rate. */
const shownRate = ({ purseAmount }: Withdrawal, outcome: bigint, { networkFee, scale }: PaymentSystem): string =>
  toSignificant(rateOf(purseAmount, outcome + networkFee, scale), RATE_DIGITS);

/** What its dollars would bring now, while that is not fixed; null where it is, or nobody knows. */
function estimateOf(deps: PresentDeps, withdrawal: Withdrawal, system: PaymentSystem): OrderAttributes['estimate'] {
  if (!isFloating(withdrawal)) return null;
  const priced = priceNow(deps, withdrawal);
  if (!priced.ok) return null;
  const rate = shownRate(withdrawal, priced.value, system);
  return { outcome_amount: formatAmount(priced.value, system.scale), rate, at: toRfc3339(deps.clock.now()) };
}

const isCancellable = (withdrawal: Withdrawal): boolean => isFloating(withdrawal);

interface Told {
  readonly withdrawal: Withdrawal;
  readonly locale: Locale;
  /** Until when it would be held if it were confirmed now. */
  readonly holdExpected?: Instant | null;
}

/** What only exchanges have. */
function nothingOfExchanges(deps: PresentDeps, { outcomeCode }: Withdrawal) {
  const system = deps.catalogue.paymentSystem(outcomeCode);
  if (system === undefined) throw new Error(`the catalogue lost ${outcomeCode}`);
  return {
    is_demo: false,
    income_requisites_masked: {},
    rate_locked_until: null,
    confirmations: null,
    required_confirmations: null,
    received_amount: null,
    refund: null,
    refund_terms: presentRefundTerms(NOTHING_KEPT, system),
    surplus_amount: null,
    surplus_returned_amount: null,
    surplus_return: null,
    surplus: [],
    income_tx: null,
    reason: null,
    received_by_people: false,
    are_requisites_taken: false,
    requisites_promised_at: null,
    claim_field: null,
    cheque_received: false,
    refund_fields: [],
    destination_request: null,
    requote: null,
    median_minutes: null,
  } satisfies Partial<OrderAttributes>;
}

function attributesOf(deps: PresentDeps, { withdrawal, locale, holdExpected }: Told, around: Surroundings): OrderAttributes {
  const { status, outcomeCode, txHash } = withdrawal;
  const system = deps.catalogue.paymentSystem(outcomeCode);
  if (system === undefined) throw new Error(`the catalogue lost ${outcomeCode}`);
  const rail = deps.rails.get(system.rail);
  // Counted as if it were confirmed now until it is
  const confirmedAt = around.timeline.find((line) => line.status === 'payout_pending')?.at ?? deps.clock.now();
  const promisedAt = withdrawal.promisedAt ?? promisedBy(confirmedAt, holdExpected ?? null);
  const values = JSON.parse(deps.secrets.unseal(around.sealed)) as RequisiteValues;
  return {
    ...nothingOfExchanges(deps, withdrawal),
    status,
    status_group: STATUS_GROUP[status],
    version: withdrawal.version,
    income_amount: formatAmount(withdrawal.purseAmount, PURSE_SCALE),
    outcome_amount: formatAmount(withdrawal.outcomeAmount, system.scale),
    rate: shownRate(withdrawal, withdrawal.outcomeAmount, system),
    rate_type: isFloating(withdrawal) ? 'floating' : 'fixed',
    estimate: estimateOf(deps, withdrawal, system),
    eta_minutes: Math.ceil((promisedAt - confirmedAt) / MINUTE),
    payment_system_from_id: withdrawal.purse,
    payment_system_to_id: outcomeCode,
    email_masked: maskEmail(around.email),
    outcome_requisites_masked: around.masked,
    destination: valueLines(system.outcomeFields, values, locale),
    created_at: toRfc3339(withdrawal.createdAt),
    expires_at: at(withdrawal.expiresAt),
    server_time: toRfc3339(deps.clock.now()),
    receipt_url: status === 'completed' ? `/api/v1/orders/${withdrawal.id}/receipt.pdf` : null,
    outcome_tx: txHash === null ? null : { hash: txHash, url: rail?.capabilities.transactionUrl(system, txHash) ?? null },
    allowed_actions: isCancellable(withdrawal) ? ['cancel'] : [],
    ending: null,
    paid_by_people: rail?.capabilities.peopleReport === true,
    timeline: around.timeline.map((line) => ({ status: line.status, at: toRfc3339(line.at) })),
    payout_look_until: null,
    payout_look_why: null,
    payout_promise: null,
    payout_overdue_since: null,
    needs_review: false,
    payout_proofs: [],
    withdrawal: {
      purse: withdrawal.purse,
      network_fee: formatAmount(system.networkFee, system.scale),
      held_until: isFinal(status) ? null : at(withdrawal.heldUntil),
      hold_expected_until: at(holdExpected ?? null),
      is_looked_at: withdrawal.isStopped,
      promised_at: withdrawal.promisedAt === null && holdExpected === undefined ? null : toRfc3339(promisedAt),
    },
  };
}

/** Withdrawals as their customer reads them among his orders; secrets and internal ids have no way in. */
export async function presentWithdrawals(deps: PresentDeps, db: Queryable, told: readonly Told[]): Promise<Resource<OrderAttributes>[]> {
  const around = await readSurroundings(
    db,
    told.map(({ withdrawal }) => withdrawal.id),
  );
  return told.map((one) => {
    const { id, outcomeCode } = one.withdrawal;
    const own = around.find((row) => row.id === id);
    if (own === undefined) throw new Error(`withdrawal ${id} is gone`);
    return {
      type: 'orders',
      id,
      attributes: attributesOf(deps, one, own),
      relationships: { outcome_payment_system: { data: { type: 'payment_systems', id: outcomeCode } } },
      links: { self: `/api/v1/orders/${id}` },
    };
  });
}

/** One of them. */
export async function presentWithdrawal(deps: PresentDeps, db: Queryable, told: Told): Promise<Resource<OrderAttributes>> {
  const [resource] = await presentWithdrawals(deps, db, [told]);
  if (resource === undefined) throw new Error(`withdrawal ${told.withdrawal.id} is gone`);
  return resource;
}

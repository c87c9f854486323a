import { transactionUrl } from '#server/payment-systems/transaction-url.ts';
import { orderNumber } from '#core/order/number.ts';
import * as z from 'zod/mini';
import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import { toSignificant } from '#core/money/fraction.ts';
import { NO_REFUND_FEE } from '#core/order/refund-fee.ts';
import { isFinal, ORDER_STATUSES, STATUS_GROUP } from '#core/order/status.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import { accept } from '#core/result.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import { isFloating, promisedAtFor, PURSE_SCALE, rateOf, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { hasNumber } from '#server/orders/has-number.ts';
import { createdBetween, statusesOfGroup } from '#server/orders/customer/order-filter.ts';
import type { OtherListEntries } from '#server/orders/deps.ts';
import { valueEntries } from '#server/orders/readable-requisites.ts';
import { presentRefundTerms } from '#server/payment-systems/refund-rule.ts';
import { col, join, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { priceNow } from './price-withdrawal.ts';
import { findWithdrawal, findWithdrawals } from './store.ts';

type PresentDeps = Pick<Deps, 'catalogue' | 'rails' | 'clock' | 'secrets' | 'quotes'>;

const RATE_DIGITS = 12;
const MINUTE = 60_000;

const DisplayRowSchema = rowType({
  id: col.text,
  masked: col.textRecord,
  sealed: col.bytes,
  email: col.text,
  timeline: col.json(z.array(z.object({ status: z.enum(ORDER_STATUSES), at: z.number() }))),
});
type DisplayRow = RowOf<typeof DisplayRowSchema>;

const readDisplayRows = async (db: Queryable, ids: readonly string[]): Promise<DisplayRow[]> =>
  await db.many(
    DisplayRowSchema,
    sql`
    select w.id, w.requisites_masked as masked, w.requisites_sealed as sealed, u.email,
      (select json_agg(json_build_object('status', e.to_status, 'at', (extract(epoch from e.at) * 1000)::bigint) order by e.version)
       from withdrawal_events e where e.withdrawal_id = w.id and e.from_status is distinct from e.to_status) as timeline
    from withdrawals w join users u on u.id = w.user_id where w.id = any(${[...ids]}::text[])`,
  );

const optionalTimestamp = (moment: Instant | null): string | null => (moment === null ? null : toRfc3339(moment));

/** The rate of a dollar as the form showed it: the network fee is a separate item, not part of the rate. */
const displayedRate = ({ purseAmount }: Withdrawal, outcome: bigint, { networkFee, scale }: PaymentSystem): string =>
  toSignificant(rateOf(purseAmount, outcome + networkFee, scale), RATE_DIGITS);

/** What the dollars would pay now; null if the amount is fixed or there is no rate. */
function estimateOf(deps: PresentDeps, withdrawal: Withdrawal, system: PaymentSystem): OrderAttributes['estimate'] {
  if (!isFloating(withdrawal)) return null;
  const priced = priceNow(deps, withdrawal);
  if (!priced.ok) return null;
  const rate = displayedRate(withdrawal, priced.value, system);
  return { outcome_amount: formatAmount(priced.value, system.scale), rate, at: toRfc3339(deps.clock.now()) };
}

/** Its amount floats until it is sent, and until then it can be cancelled. */
const isCancellable = (withdrawal: Withdrawal): boolean => isFloating(withdrawal);

interface PresentInput {
  readonly withdrawal: Withdrawal;
  readonly locale: Locale;
  /** When the hold would end if confirmed now. */
  readonly expectedHoldUntil?: Instant | null;
}

/** Attributes that only exchanges use. */
function exchangeOnlyAttributes(deps: PresentDeps, { outcomeCode }: Withdrawal) {
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
    refund_terms: presentRefundTerms(NO_REFUND_FEE, system),
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

function attributesOf(deps: PresentDeps, { withdrawal, locale, expectedHoldUntil }: PresentInput, row: DisplayRow): OrderAttributes {
  const { status, outcomeCode, txHash } = withdrawal;
  const system = deps.catalogue.paymentSystem(outcomeCode);
  if (system === undefined) throw new Error(`the catalogue lost ${outcomeCode}`);
  const rail = deps.rails.get(system.rail);
  // Before the confirmation: calculated as if it were confirmed now
  const confirmedAt = row.timeline.find((event) => event.status === 'payout_pending')?.at ?? deps.clock.now();
  const promisedAt = withdrawal.promisedAt ?? promisedAtFor(confirmedAt, expectedHoldUntil ?? null);
  const isPromised = withdrawal.promisedAt !== null || expectedHoldUntil !== undefined;
  const values = JSON.parse(deps.secrets.unseal(row.sealed)) as RequisiteValues;
  return {
    ...exchangeOnlyAttributes(deps, withdrawal),
    number: orderNumber(withdrawal.id),
    status,
    status_group: STATUS_GROUP[status],
    version: withdrawal.version,
    income_amount: formatAmount(withdrawal.purseAmount, PURSE_SCALE),
    outcome_amount: formatAmount(withdrawal.outcomeAmount, system.scale),
    rate: displayedRate(withdrawal, withdrawal.outcomeAmount, system),
    rate_type: isFloating(withdrawal) ? 'floating' : 'fixed',
    estimate: estimateOf(deps, withdrawal, system),
    eta_minutes: Math.ceil((promisedAt - confirmedAt) / MINUTE),
    payment_system_from_id: withdrawal.purse,
    payment_system_to_id: outcomeCode,
    email_masked: maskEmail(row.email),
    outcome_requisites_masked: row.masked,
    destination: valueEntries(system.outcomeFields, values, locale),
    created_at: toRfc3339(withdrawal.createdAt),
    expires_at: optionalTimestamp(withdrawal.expiresAt),
    server_time: toRfc3339(deps.clock.now()),
    receipt_url: status === 'completed' ? `/api/v1/orders/${withdrawal.id}/receipt.pdf` : null,
    outcome_tx: txHash === null ? null : { hash: txHash, url: transactionUrl(deps, { system, hash: txHash }) },
    allowed_actions: isCancellable(withdrawal) ? ['cancel'] : [],
    ending: null,
    paid_by_people: rail?.capabilities.isManual === true,
    timeline: row.timeline.map((event) => ({ status: event.status, at: toRfc3339(event.at) })),
    payout_look_until: null,
    payout_look_why: null,
    payout_promise: null,
    payout_overdue_since: null,
    needs_review: false,
    payout_proofs: [],
    withdrawal: {
      purse: withdrawal.purse,
      network_fee: formatAmount(system.networkFee, system.scale),
      held_until: isFinal(status) ? null : optionalTimestamp(withdrawal.heldUntil),
      hold_expected_until: optionalTimestamp(expectedHoldUntil ?? null),
      is_looked_at: withdrawal.isStopped,
      promised_at: isPromised ? toRfc3339(promisedAt) : null,
    },
  };
}

/** Withdrawals as their customer sees them in the list of orders. */
async function presentWithdrawals(deps: PresentDeps, db: Queryable, inputs: readonly PresentInput[]): Promise<Resource<OrderAttributes>[]> {
  const rows = await readDisplayRows(
    db,
    inputs.map(({ withdrawal }) => withdrawal.id),
  );
  return inputs.map((input) => {
    const { id, outcomeCode } = input.withdrawal;
    const displayRow = rows.find((row) => row.id === id);
    if (displayRow === undefined) throw new Error(`withdrawal ${id} is gone`);
    return {
      type: 'orders',
      id,
      attributes: attributesOf(deps, input, displayRow),
      relationships: { outcome_payment_system: { data: { type: 'payment_systems', id: outcomeCode } } },
      links: { self: `/api/v1/orders/${id}` },
    };
  });
}

export async function presentWithdrawal(deps: PresentDeps, db: Queryable, input: PresentInput): Promise<Resource<OrderAttributes>> {
  const [resource] = await presentWithdrawals(deps, db, [input]);
  if (resource === undefined) throw new Error(`withdrawal ${input.withdrawal.id} is gone`);
  return resource;
}

/** Withdrawals in their customer's list of orders (domain 8). */
export const WITHDRAWALS_IN_ORDERS: OtherListEntries<Deps> = {
  listSql(userId, query) {
    const statuses = statusesOfGroup(query);
    const { payment_system_id: code, q } = query;
    const conditions = [
      sql`w.user_id = ${userId}`,
      ...(statuses === null ? [] : [sql`w.status = any(${statuses}::text[])`]),
      ...(code === undefined ? [] : [sql`w.outcome_code = ${code}`]),
      ...createdBetween(sql`w.created_at`, query),
      ...(q === undefined || q.trim() === '' ? [] : [hasNumber(sql`w.id`, q.trim().toLowerCase())]),
    ];
    return sql`select w.id, w.created_at, w.expires_at, w.status from withdrawals w where ${join(conditions, ' and ')}`;
  },
  async present(deps, db, ids, locale) {
    const withdrawals = await findWithdrawals(db, ids);
    const inputs = withdrawals.map((withdrawal) => ({ withdrawal, locale }));
    const resources = await presentWithdrawals(deps, db, inputs);
    return new Map(resources.map((resource) => [resource.id, resource]));
  },
  async find(deps, db, { id, userId, locale }) {
    const withdrawal = await findWithdrawal(db, id);
    if (withdrawal?.userId !== userId) return undefined;
    return { version: withdrawal.version, resource: await presentWithdrawal(deps, db, { withdrawal, locale }) };
  },
  async cancel(deps, tx, { id, userId, locale }) {
    const cancelled = await cancelWithdrawal(deps, tx, { id, userId });
    if (!cancelled.ok) return cancelled;
    const { value: withdrawal } = cancelled;
    return accept({ version: withdrawal.version, resource: await presentWithdrawal(deps, tx, { withdrawal, locale }) });
  },
};

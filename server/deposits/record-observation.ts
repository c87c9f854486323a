import * as z from 'zod';
import { isAboveUsd } from '#core/approval.ts';
import { firstLimitUsd } from '#core/limits.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { isHoldable } from '#core/money/holdable.ts';
import { factsOf, referenceOf, type SeenMoney } from '#core/order/money-seen.ts';
import { OBSERVABLE_STATUSES } from '#core/order/observation.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { MINUTE_MS, type Instant, toRfc3339 } from '#core/time.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import { lockById } from '#server/orders/find-order.ts';
import { hasMovedSince } from '#server/orders/has-moved.ts';
import { lockLeasedOrder } from '#server/orders/lock-held-order.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { refuseSameNumber } from './same-number.ts';
import { settlePayment } from './settle-payment.ts';
import { findSeenMoney, OPERATOR_RAIL, upsertObservation } from './store.ts';

type ObserveDeps = MoveDeps & Pick<Deps, 'rails'>;

export interface ObservationInput {
  readonly orderId: string;
  /** The version the operator saw: no move may have been made since. */
  readonly version: number;
  readonly amount: string;
  readonly reference: string;
  readonly seenAt: string | undefined;
  readonly note: string;
  readonly beyondRail: boolean;
  /** It is another transfer than the one of the same number that is recorded at another order. */
  readonly isAnother: boolean;
  readonly operatorId: string;
}

/** What was seen, checked. Minor units of the income side. */
interface Word {
  readonly amount: bigint;
  readonly reference: string;
  readonly seenAt: Instant;
  readonly note: string;
  readonly beyondRail: boolean;
  readonly isAnother: boolean;
  readonly operatorId: string;
}

type WordRefusal = 'required' | 'invalid_format' | 'not_allowed_amount';
export type ObservationRefusal = 'approval_conflict' | 'not_found' | 'lease_held' | 'order_state_conflict' | WordRefusal;
export type Recorded = { readonly state: 'recorded' } | { readonly state: 'proposed'; readonly approvalId: string };

/** How far a bank's clock may be from ours. */
const CLOCK_SLACK_MS = 10 * MINUTE_MS;
const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

function seenAtOf(deps: MoveDeps, order: Order, text: string | undefined): Result<Instant, 'invalid_format'> {
  const now = deps.clock.now();
  if (text === undefined || text === '') return accept(now);
  const at = RFC3339.test(text) ? Date.parse(text) : Number.NaN;
  const isPossible = at >= order.createdAt - CLOCK_SLACK_MS && at <= now + CLOCK_SLACK_MS;
  return isPossible ? accept(Math.min(at, now)) : refuse({ code: 'invalid_format', field: 'seen_at' });
}

function checkWord(deps: MoveDeps, order: Order, input: Omit<ObservationInput, 'orderId' | 'version'>): Result<Word, WordRefusal> {
  const { income } = orderSides(deps.catalogue, order);
  const [reference, note] = [input.reference.trim(), input.note.trim()];
  if (referenceOf(reference) === '') return refuse({ code: 'required', field: 'reference' });
  if (note === '') return refuse({ code: 'required', field: 'note' });
  const parsed = parseAmount(input.amount, { scale: income.scale, precision: income.scale });
  if (!parsed.ok || parsed.minor <= 0n || !isHoldable(parsed.minor, income.scale))
    return refuse({ code: 'not_allowed_amount', field: 'amount' });
  const seenAt = seenAtOf(deps, order, input.seenAt);
  if (!seenAt.ok) return seenAt;
  return accept({
    amount: parsed.minor,
    reference,
    note,
    seenAt: seenAt.value,
    beyondRail: input.beyondRail,
    isAnother: input.isAnother,
    operatorId: input.operatorId,
  });
}

/** One transfer is one order's: the number may be another order's only where a person says that it is another transfer. */
const refuseTwin = async (
  tx: Tx,
  orderId: string,
  { word: { reference, isAnother }, message }: { readonly word: Word; readonly message: Parameters<typeof refuseSameNumber>[2] },
): Promise<Result<null, 'invalid_format'>> => (isAnother ? accept(null) : await refuseSameNumber(tx, { orderId, reference }, message));

const isSaidAlready = (rows: readonly SeenMoney[], word: Word): boolean =>
  rows.some(
    (row) =>
      row.by === 'operator' &&
      row.references.includes(referenceOf(word.reference)) &&
      row.amount === word.amount &&
      row.beyondRail === word.beyondRail,
  );

/** The rows as they would be with this word. */
function withWord(rows: readonly SeenMoney[], word: Word, now: Instant): SeenMoney[] {
  const references = [referenceOf(word.reference)];
  const said: SeenMoney = {
    id: '',
    by: 'operator',
    rail: OPERATOR_RAIL,
    references,
    amount: word.amount,
    state: 'final',
    beyondRail: word.beyondRail,
    confirmations: 0,
    requiredConfirmations: 0,
    firstSeenAt: word.seenAt,
    recordedAt: now,
    txHash: null,
    posted: 0n,
  };
  return [...rows.filter((row) => row.by === 'rail' || !row.references.includes(referenceOf(word.reference))), said];
}

/** Whether this would credit more than the rail has observed, by more than one person may say (domain 5, "first limit"). */
function needsSecondPerson(deps: ObserveDeps, order: Order, rows: readonly SeenMoney[], word: Word): boolean {
  const { income } = orderSides(deps.catalogue, order);
  const rail = deps.rails.get(income.rail)?.capabilities;
  // Where only people see money, there is no other word than theirs; what goes out has limits of its own
  if (rail?.receives !== true || rail.peopleReport === true) return false;
  const reports = factsOf(
    order,
    rows.filter((row) => row.by === 'rail'),
  ).received;
  const beyond = factsOf(order, withWord(rows, word, deps.clock.now())).received - reports;
  return (
    beyond > 0n &&
    isAboveUsd(beyond, income.scale, { usd: deps.quotes.usdOf(income.code), limitUsd: firstLimitUsd(deps.limits.current(), income.code) })
  );
}

async function writeWord(deps: ObserveDeps, tx: Tx, order: Order, word: Word): Promise<void> {
  const { operatorId, note } = word;
  await upsertObservation(tx, { id: deps.random.uuid(), order, ...word, now: deps.clock.now() });
  const settled = await settlePayment(deps, tx, order, { operatorId, note });
  if (settled.version === order.version)
    await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: 'operator' }, by: { actorId: operatorId } });
}

const proposeWord = async (
  deps: ObserveDeps,
  tx: Tx,
  order: Order,
  word: Word,
): Promise<Result<{ approvalId: string }, 'approval_conflict'>> => {
  const { income } = orderSides(deps.catalogue, order);
  const payload = {
    amount: formatAmount(word.amount, income.scale),
    currency_iso_code: income.currency,
    reference: word.reference,
    seen_at: toRfc3339(word.seenAt),
    beyond_rail: word.beyondRail,
    ...(word.isAnother ? { is_another: true } : {}),
  } satisfies z.input<typeof Payload> & Record<string, unknown>;
  // The same transfer, whenever it is said to have been seen
  const { seen_at: _at, ...said } = payload;
  const { note, operatorId } = word;
  const sameAs = { order: order.id, ...said };
  return await propose(deps, tx, { kind: 'credit_observation', subject: order.id, payload, note, operatorId, sameAs });
};

/**
 * "I saw this money" (domain 5, "What an operator says"): an observation, never a state; the same rules as for a report of the
 * rail decide what follows. Saying the same again changes nothing. Refuses a state that expects no money, an order that moved
 * meanwhile or that another operator holds, and words without amount, reference or note.
 */
export async function recordObservation(deps: ObserveDeps, tx: Tx, input: ObservationInput): Promise<Result<Recorded, ObservationRefusal>> {
  const leased = await lockLeasedOrder(deps, tx, input);
  if (!leased.ok) return leased;
  const order = leased.value;
  const checked = checkWord(deps, order, input);
  if (!checked.ok) return checked;
  const word = checked.value;
  const rows = await findSeenMoney(tx, order.id);
  if (isSaidAlready(rows, word)) return accept({ state: 'recorded' });
  const own = await refuseTwin(tx, order.id, { word, message: 'seen_reference_used' });
  if (!own.ok) return own;
  if (!OBSERVABLE_STATUSES.includes(order.status) || (await hasMovedSince(tx, order.id, input.version)))
    return refuse({ code: 'order_state_conflict' });
  if (needsSecondPerson(deps, order, rows, word)) {
    const proposed = await proposeWord(deps, tx, order, word);
    return proposed.ok ? accept({ state: 'proposed', ...proposed.value }) : proposed;
  }
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'order.observation',
    subjectType: 'order',
    subjectId: order.id,
    detail: {
      payment_system: order.incomeCode,
      amount: String(word.amount),
      reference: word.reference,
      seen_at: toRfc3339(word.seenAt),
      beyond_rail: word.beyondRail,
      note: word.note,
    },
  });
  await writeWord(deps, tx, order, word);
  return accept({ state: 'recorded' });
}

const Payload = z.object({
  amount: z.string(),
  reference: z.string(),
  seen_at: z.string(),
  beyond_rail: z.boolean(),
  is_another: z.optional(z.boolean()),
});

/** Records what one operator saw and a second person approved; the words are the first one's. A number that was said of another order meanwhile refuses it. */
export const executeObservation: Executor = async (deps, tx, { subject, payload, note, proposedBy }) => {
  const order = await lockById(tx, subject);
  if (!order) return refuse({ code: 'not_found' });
  if (!OBSERVABLE_STATUSES.includes(order.status)) return refuse({ code: 'order_state_conflict' });
  const said = Payload.parse(payload);
  const word = checkWord(deps, order, {
    amount: said.amount,
    reference: said.reference,
    seenAt: said.seen_at,
    beyondRail: said.beyond_rail,
    isAnother: said.is_another === true,
    note,
    operatorId: proposedBy,
  });
  if (!word.ok) return word;
  const own = await refuseTwin(tx, order.id, { word: word.value, message: 'seen_reference_taken' });
  if (!own.ok) return own;
  await writeWord(deps, tx, order, word.value);
  return accept(null);
};

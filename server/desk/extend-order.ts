import * as z from 'zod/mini';
import { divide, type Fraction } from '#core/money/fraction.ts';
import { extendedUntil, isExtendable, rateNeedsSecondPerson } from '#core/order/extension.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Executor, OvertakenCheck } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { applyTouch } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { lockOrder } from '#server/orders/queries.ts';
import { type LeasedOrder, lockLeasedVersion } from '#server/orders/access.ts';
import type { Tx } from '#server/platform/db/db.ts';

export interface ExtendOrderInput extends LeasedOrder {
  readonly minutes: number;
  /** Also extends the rate lock. */
  readonly withRate: boolean;
  readonly note: string;
}

type ExtensionRefusal = 'approval_conflict' | 'not_found' | 'lease_held' | 'order_state_conflict' | 'not_allowed_amount';

/** Outcome units for one income unit at current prices; undefined if a price is missing. */
function marketRate({ quotes }: MoveDeps, order: Order): Fraction | undefined {
  const [income, outcome] = [quotes.usdOf(order.incomeCode), quotes.usdOf(order.outcomeCode)];
  return income === undefined || outcome === undefined ? undefined : divide(income, outcome);
}

const Payload = z.object({ from: z.nullable(z.number()), until: z.number(), until_at: z.string() });

const extend = async (deps: MoveDeps, tx: Tx, order: Order, change: { until: Instant; rateUntil: Instant | null; actorId: string }) =>
  await applyTouch(deps, tx, {
    order,
    touch: { touch: 'extend', by: 'operator', until: change.until, rateUntil: change.rateUntil },
    by: { actorId: change.actorId },
  });

/**
 * Gives more time to pay. Extends the rate lock on request; once the market has moved, this needs a second person
 * (`rateNeedsSecondPerson`). Money after the lock is late.
 */
export async function extendOrder(
  deps: MoveDeps,
  tx: Tx,
  input: ExtendOrderInput,
): Promise<Result<{ approvalId: string | null }, ExtensionRefusal>> {
  const locked = await lockLeasedVersion(deps, tx, input);
  if (!locked.ok) return locked;
  const order = locked.value;
  if (!isExtendable(order)) return refuse({ code: 'order_state_conflict' });
  const until = extendedUntil(order, input.minutes, deps.clock.now());
  if (until === null) return refuse({ code: 'not_allowed_amount', field: 'minutes', message: 'extension_too_long' });
  const { note, operatorId } = input;
  const extendsRate = input.withRate && order.rateLockedUntil !== null;
  if (extendsRate && rateNeedsSecondPerson(order.quote.referenceRate, marketRate(deps, order))) {
    const payload = { from: order.expiresAt, until, until_at: toRfc3339(until) } satisfies z.input<typeof Payload>;
    // If the order has expired, its new end depends on now: the minutes identify a repeated
    // proposal
    const duplicateKey = { order: order.id, version: order.version, minutes: input.minutes };
    return await propose(deps, tx, { kind: 'extend_rate', subject: order.id, payload, note, operatorId, duplicateKey });
  }
  await extend(deps, tx, order, { until, rateUntil: extendsRate ? until : null, actorId: operatorId });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'order.extend',
    subjectType: 'order',
    subjectId: order.id,
    detail: { note, until: toRfc3339(until), with_rate: extendsRate },
  });
  return accept({ approvalId: null });
}

/** Extends the rate lock after approval. Refused if the order has changed since the proposal. */
export const executeExtendRate: Executor = async (deps, tx, { subject, payload, proposedBy }) => {
  const { from, until } = z.parse(Payload, payload);
  const order = await lockOrder(tx, subject);
  if (!order) return refuse({ code: 'not_found' });
  if (!isExtendable(order) || order.expiresAt !== from || until <= deps.clock.now()) return refuse({ code: 'order_state_conflict' });
  await extend(deps, tx, order, { until, rateUntil: until, actorId: proposedBy });
  return accept(null);
};

/** Whether the order has ended or got another deadline since the proposal. */
export const isExtensionOutdated: OvertakenCheck = async (deps, tx, { subject, payload }) => {
  const { from, until } = z.parse(Payload, payload);
  const order = await lockOrder(tx, subject);
  return !order || !isExtendable(order) || order.expiresAt !== from || until <= deps.clock.now();
};

import * as z from 'zod/mini';
import { divide, type Fraction } from '#core/money/fraction.ts';
import { extendedUntil, isExtendable, rateNeedsSecond } from '#core/order/extension.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Executor, Overtaken } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { lockById } from '#server/orders/find-order.ts';
import { type HeldOrder, lockHeldOrder } from '#server/orders/lock-held-order.ts';
import type { Tx } from '#server/platform/db/db.ts';

export interface Extension extends HeldOrder {
  readonly minutes: number;
  /** The agreed rate is held as long. */
  readonly withRate: boolean;
  readonly note: string;
}

type ExtensionRefusal = 'approval_conflict' | 'not_found' | 'lease_held' | 'order_state_conflict' | 'not_allowed_amount';

/** Outcome units for one income unit now; undefined where a price is missing. */
function marketOf({ quotes }: MoveDeps, order: Order): Fraction | undefined {
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
 * Gives the customer more time. The rate is not held for longer unless that is asked for, and then by one person only while the
 * market stands by it (`rateNeedsSecond`): otherwise money that comes after its lock is settled as late.
 */
export async function extendOrder(
  deps: MoveDeps,
  tx: Tx,
  input: Extension,
): Promise<Result<{ approvalId: string | null }, ExtensionRefusal>> {
  const held = await lockHeldOrder(deps, tx, input);
  if (!held.ok) return held;
  const order = held.value;
  if (!isExtendable(order)) return refuse({ code: 'order_state_conflict' });
  const until = extendedUntil(order, input.minutes, deps.clock.now());
  if (until === null) return refuse({ code: 'not_allowed_amount', field: 'minutes', message: 'extension_too_long' });
  const { note, operatorId } = input;
  const holdsRate = input.withRate && order.rateLockedUntil !== null;
  if (holdsRate && rateNeedsSecond(order.quote.referenceRate, marketOf(deps, order))) {
    const payload = { from: order.expiresAt, until, until_at: toRfc3339(until) } satisfies z.input<typeof Payload>;
    // Where its time has passed already, the new end counts from now
    const sameAs = { order: order.id, version: order.version, minutes: input.minutes };
    return await propose(deps, tx, { kind: 'extend_rate', subject: order.id, payload, note, operatorId, sameAs });
  }
  await extend(deps, tx, order, { until, rateUntil: holdsRate ? until : null, actorId: operatorId });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'order.extend',
    subjectType: 'order',
    subjectId: order.id,
    detail: { note, until: toRfc3339(until), with_rate: holdsRate },
  });
  return accept({ approvalId: null });
}

/** The rate that two people hold for longer; what has happened to the order since refuses it. */
export const executeExtendRate: Executor = async (deps, tx, { subject, payload, proposedBy }) => {
  const { from, until } = z.parse(Payload, payload);
  const order = await lockById(tx, subject);
  if (!order) return refuse({ code: 'not_found' });
  if (!isExtendable(order) || order.expiresAt !== from || until <= deps.clock.now()) return refuse({ code: 'order_state_conflict' });
  await extend(deps, tx, order, { until, rateUntil: until, actorId: proposedBy });
  return accept(null);
};

/** The order's time was moved or is over: what was asked for is about another one. */
export const isExtensionOver: Overtaken = async (deps, tx, { subject, payload }) => {
  const { from, until } = z.parse(Payload, payload);
  const order = await lockById(tx, subject);
  return !order || !isExtendable(order) || order.expiresAt !== from || until <= deps.clock.now();
};

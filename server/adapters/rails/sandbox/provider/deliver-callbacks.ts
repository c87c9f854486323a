import { MINUTE_MS, SECOND_MS, toRfc3339 } from '#core/time.ts';
import { callOutside } from '#server/platform/outbound.ts';
import { SIGNATURE_HEADER, signContent } from '#server/adapters/rails/sandbox/signature.ts';
import { type Delivery, markDelivered, postponeDelivery, type ProviderEvent, takeDueDeliveries } from './feed.ts';
import type { ProviderContext } from './context.ts';

const BATCH = 64;
const PARALLEL = 8;
const DEADLINE_MS = 5 * SECOND_MS;
/** Longer than a batch can take, so that no second process sends the same callbacks. */
const LEASE_MS = MINUTE_MS;
const MAX_PAUSE_MS = MINUTE_MS;
/** After this many attempts the receiver has to read the feed. */
const MAX_ATTEMPTS = 20;

/** Sends due callbacks: in order within one exchange order, several orders in parallel. Returns how many were tried. */
export async function deliverCallbacks(context: ProviderContext): Promise<number> {
  const now = context.clock.now();
  const deliveries = await takeDueDeliveries(context.db, { now, leaseUntil: now + LEASE_MS, limit: BATCH });
  const queues = [...Map.groupBy(deliveries, (delivery) => String(delivery.data['order_id'])).values()];
  const work = async () => {
    for (let queue = queues.shift(); queue !== undefined; queue = queues.shift()) {
      for (const delivery of queue) await deliver(context, delivery);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return deliveries.length;
}

async function deliver(context: ProviderContext, delivery: Delivery): Promise<void> {
  if (await send(context, delivery)) return markDelivered(context.db, delivery.id, context.clock.now());
  const pauseMs = Math.min(MAX_PAUSE_MS, context.timing.retryMs * 2 ** (delivery.attempts - 1));
  await postponeDelivery(context.db, delivery.id, delivery.attempts >= MAX_ATTEMPTS ? null : context.clock.now() + pauseMs);
}

/** Sends one callback; true if the receiver accepted it with any 2xx. */
async function send(context: ProviderContext, delivery: Delivery): Promise<boolean> {
  const body = JSON.stringify(presentEvent(delivery));
  try {
    const response = await callOutside({
      url: context.callbackUrl(),
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signContent(context.keys.callback, body, context.clock.now()) },
      body,
      deadlineMs: DEADLINE_MS,
    });
    return response.status >= 200 && response.status < 300;
  } catch (error) {
    context.log.warn({ error, event_seq: delivery.seq }, 'sandbox.callback_not_taken');
    return false;
  }
}

/** An event as callbacks and the change feed present it. */
export const presentEvent = (event: ProviderEvent): Record<string, unknown> => ({
  seq: event.seq,
  type: event.type,
  at: toRfc3339(event.at.getTime()),
  data: event.data,
});

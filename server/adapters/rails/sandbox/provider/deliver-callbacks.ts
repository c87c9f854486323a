import { MINUTE_MS, SECOND_MS, toRfc3339 } from '#core/time.ts';
import { callOutside } from '#server/platform/outbound.ts';
import { SIGNATURE_HEADER, signContent } from '#server/adapters/rails/sandbox/signature.ts';
import { type Delivery, markDelivered, postponeDelivery, type ProviderEvent, takeDueDeliveries } from './feed.ts';
import type { ProviderWorld } from './world.ts';

const BATCH = 64;
const PARALLEL = 8;
const DEADLINE_MS = 5 * SECOND_MS;
/** Longer than a batch can take, so that no second process sends what is being sent. */
const LEASE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = MINUTE_MS;
/** After this the receiver has to look at the feed. */
const MAX_ATTEMPTS = 20;

/** Sends the callbacks that are due: in order within one exchange order, several orders at a time. Gives how many were tried. */
export async function deliverCallbacks(world: ProviderWorld): Promise<number> {
  const now = world.clock.now();
  const deliveries = await takeDueDeliveries(world.db, { now, leaseUntil: now + LEASE_MS, limit: BATCH });
  const queues = [...Map.groupBy(deliveries, (delivery) => String(delivery.data['order_id'])).values()];
  const work = async () => {
    for (let queue = queues.shift(); queue !== undefined; queue = queues.shift()) {
      for (const delivery of queue) await deliver(world, delivery);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return deliveries.length;
}

async function deliver(world: ProviderWorld, delivery: Delivery): Promise<void> {
  if (await isTaken(world, delivery)) return markDelivered(world.db, delivery.id, world.clock.now());
  const pauseMs = Math.min(LONGEST_PAUSE_MS, world.timing.retryMs * 2 ** (delivery.attempts - 1));
  await postponeDelivery(world.db, delivery.id, delivery.attempts >= MAX_ATTEMPTS ? null : world.clock.now() + pauseMs);
}

/** Whether the receiver took the callback: any 2xx. */
async function isTaken(world: ProviderWorld, delivery: Delivery): Promise<boolean> {
  const body = JSON.stringify(presentEvent(delivery));
  try {
    const answer = await callOutside({
      url: world.callbackUrl(),
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signContent(world.keys.callback, body, world.clock.now()) },
      body,
      deadlineMs: DEADLINE_MS,
    });
    return answer.status >= 200 && answer.status < 300;
  } catch (error) {
    world.log.warn({ error, event_seq: delivery.seq }, 'sandbox.callback_not_taken');
    return false;
  }
}

/** An event as callbacks and the change feed carry it. */
export const presentEvent = (event: ProviderEvent): Record<string, unknown> => ({
  seq: event.seq,
  type: event.type,
  at: toRfc3339(event.at.getTime()),
  data: event.data,
});

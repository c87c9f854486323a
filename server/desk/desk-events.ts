import { CARDS_CHANNEL } from '#server/card-verifications/queries.ts';
import { REVIEWS_CHANNEL } from '#server/reviews/queries.ts';
import { LINES_CHANNEL } from '#server/statements/match-line.ts';
import { WITHDRAWALS_CHANNEL } from '#server/withdrawals/notify-customer.ts';
import { APPROVALS_CHANNEL } from '#server/approvals/propose.ts';
import { CHANGES_CHANNEL } from '#server/changes/check-items.ts';
import { CHAT_CHANNEL } from '#server/chat/events.ts';
import type { Deps } from '#server/deps.ts';
import { INCIDENTS_CHANNEL } from '#server/incidents/raise-incident.ts';
import { TASKS_CHANNEL } from '#server/payout-tasks/manual-payouts.ts';
import type { ServerEvent } from '#server/platform/http/route.ts';
import { LEASE_CHANNELS } from '#server/leases/lease.ts';
import { SWITCHES_CHANNEL } from '#server/switches/switches.ts';

/** Channel of order moves; payload `<order id>:<version>`. */
const ORDER_CHANNEL = 'order_changed';

/** Other changes that office pages react to, by event name. */
const CHANNEL_OF_EVENT = {
  incidents_changed: INCIDENTS_CHANNEL,
  approvals_changed: APPROVALS_CHANNEL,
  changes_changed: CHANGES_CHANNEL,
  reserves_changed: 'reserves_changed',
  switches_changed: SWITCHES_CHANNEL,
  chat_changed: CHAT_CHANNEL,
  payout_tasks_changed: TASKS_CHANNEL,
  withdrawals_changed: WITHDRAWALS_CHANNEL,
  card_checks_changed: CARDS_CHANNEL,
  reviews_changed: REVIEWS_CHANNEL,
  bank_lines_changed: LINES_CHANNEL,
} as const;

type DeskEvent = keyof typeof CHANNEL_OF_EVENT;

type Hint = { readonly event: 'order_changed' | 'lease_changed' | 'resync' | DeskEvent; readonly data: Readonly<Record<string, unknown>> };

/**
 * Hints waiting for one client. Several hints about one order are merged, so a slow client costs
 * one entry per order.
 */
function createHintBuffer(signal: AbortSignal) {
  const waiting = new Map<string, Hint>();
  let wake = () => {};
  signal.addEventListener('abort', () => wake(), { once: true });
  return {
    put(key: string, hint: Hint) {
      waiting.set(key, hint);
      wake();
    },
    async take(): Promise<Hint[]> {
      if (waiting.size === 0 && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      const hints = [...waiting.values()];
      waiting.clear();
      return hints;
    },
  };
}

/**
 * Streams ids of changed orders and leases, and the kinds of other data that changed, until the
 * client disconnects. Only hints: clients then read the data itself.
 */
export async function* officeEvents(deps: Pick<Deps, 'live' | 'clock'>, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const buffer = createHintBuffer(signal);
  const stops = [
    deps.live.subscribe(ORDER_CHANNEL, (payload) => {
      const [id = '', version = ''] = payload.split(':');
      buffer.put(`move ${id}`, { event: 'order_changed', data: { id, version: Number(version) } });
    }),
    deps.live.subscribe(LEASE_CHANNELS.order, (id) => buffer.put(`lease ${id}`, { event: 'lease_changed', data: { id } })),
    ...(Object.entries(CHANNEL_OF_EVENT) as [DeskEvent, string][]).map(([event, channel]) =>
      deps.live.subscribe(channel, () => buffer.put(event, { event, data: {} })),
    ),
    deps.live.onReconnect(() => buffer.put('resync', { event: 'resync', data: {} })),
  ];
  try {
    while (!signal.aborted) {
      for (const hint of await buffer.take()) yield { id: String(deps.clock.now()), ...hint };
    }
  } finally {
    for (const stop of stops) stop();
  }
}

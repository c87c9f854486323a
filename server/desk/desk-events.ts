import { CARDS_CHANNEL } from '#server/card-verifications/channel.ts';
import { REVIEWS_CHANNEL } from '#server/reviews/channel.ts';
import { LINES_CHANNEL } from '#server/statements/channel.ts';
import { WITHDRAWALS_CHANNEL } from '#server/withdrawals/channel.ts';
import { APPROVALS_CHANNEL } from '#server/approvals/propose.ts';
import { CHANGES_CHANNEL } from '#server/changes/write-items.ts';
import { CHAT_CHANNEL } from '#server/chat/tell.ts';
import type { Deps } from '#server/deps.ts';
import { INCIDENTS_CHANNEL } from '#server/incidents/raise-incident.ts';
import { TASKS_CHANNEL } from '#server/payout-tasks/paying-people.ts';
import type { ServerEvent } from '#server/platform/http/route.ts';
import { LEASE_CHANNELS } from '#server/leases/lease.ts';
import { SWITCHES_CHANNEL } from '#server/switches/switches.ts';

/** Channel of order moves; payload `<order id>:<version>`. */
const ORDER_CHANNEL = 'order_changed';

/** What else the office draws, by its channel. */
const DESK_CHANNELS = {
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

type DeskEvent = keyof typeof DESK_CHANNELS;

type Hint = { readonly event: 'order_changed' | 'lease_changed' | 'resync' | DeskEvent; readonly data: Readonly<Record<string, unknown>> };

/** Hints waiting for one reader. Several about the same order become one, so a slow reader costs one entry per order. */
function hintBox(signal: AbortSignal) {
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

/** Ids of orders as they move or change hands, and that incidents, approvals or reserves changed, until the reader goes away. Only hints: what is true is read by the other calls. */
export async function* officeEvents(deps: Pick<Deps, 'live' | 'clock'>, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const box = hintBox(signal);
  const stops = [
    deps.live.subscribe(ORDER_CHANNEL, (payload) => {
      const [id = '', version = ''] = payload.split(':');
      box.put(`move ${id}`, { event: 'order_changed', data: { id, version: Number(version) } });
    }),
    deps.live.subscribe(LEASE_CHANNELS.order, (id) => box.put(`lease ${id}`, { event: 'lease_changed', data: { id } })),
    ...(Object.entries(DESK_CHANNELS) as [DeskEvent, string][]).map(([event, channel]) =>
      deps.live.subscribe(channel, () => box.put(event, { event, data: {} })),
    ),
    deps.live.onReconnect(() => box.put('resync', { event: 'resync', data: {} })),
  ];
  try {
    while (!signal.aborted) {
      for (const hint of await box.take()) yield { id: String(deps.clock.now()), ...hint };
    }
  } finally {
    for (const stop of stops) stop();
  }
}

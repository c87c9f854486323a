import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AvailabilityEvent } from '#contract/public/following.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createWakeSignal } from '#server/platform/wake-signal.ts';
import type { ServerEvent } from '#server/platform/http/route.ts';
import { type Availability, type AvailabilityDeps, createAvailability } from './availability.ts';

/** How often availability is compared: switches and hours change by the clock, without a notification. */
const CHECK_MS = 200;
/** With more changed directions, pages query their own. */
const MAX_LISTED = 300;
/** Pages woken before the event loop gets a turn. */
const PAGES_PER_TURN = 500;

const NO_ID = '-';

interface Change {
  readonly previous: Availability | null;
  readonly next: Availability;
  readonly now: Instant;
}

const pairsMissingIn = (all: ReadonlySet<string>, other: ReadonlySet<string>): string[] => [...all].filter((pair) => !other.has(pair));

function describe({ previous, next, now }: Change): AvailabilityEvent {
  const { version, techBreak, notice } = next;
  const opened = previous && pairsMissingIn(next.openPairs, previous.openPairs);
  const closed = previous && pairsMissingIn(previous.openPairs, next.openPairs);
  const isListed = opened !== null && closed !== null && opened.length + closed.length <= MAX_LISTED;
  return {
    version,
    previous: previous?.version ?? null,
    changes: isListed ? { opened, closed } : null,
    tech_break: techBreak && {
      until: techBreak.until === null ? null : toRfc3339(techBreak.until),
      reason: techBreak.reason,
      text: techBreak.text,
      server_time: toRfc3339(now),
    },
    notice: notice && { key: notice.key, kind: notice.kind, text: notice.text, link: notice.link, dismissible: notice.dismissible },
  };
}

const availabilityEvent = (change: Change): ServerEvent => ({ id: NO_ID, event: 'availability', data: JSON.stringify(describe(change)) });

/** Sends every open page the availability at the start and at each change; one event object for all pages of the process. */
export function createAvailabilityFeed(deps: AvailabilityDeps & Pick<Deps, 'clock' | 'log'>) {
  const read = createAvailability(deps);
  const followers = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let current: Availability | undefined;
  let newest: ServerEvent | undefined;

  async function wakeAll(): Promise<void> {
    let woken = 0;
    for (const wake of followers) {
      wake();
      woken += 1;
      if (woken % PAGES_PER_TURN === 0) await nextTurn();
    }
  }

  function check(): void {
    const [previous, next] = [current, read()];
    current = next;
    if (previous === undefined || previous.version === next.version) return;
    newest = availabilityEvent({ previous, next, now: deps.clock.now() });
    wakeAll().catch((error: unknown) => deps.log.warn({ error }, 'availability_not_sent'));
  }

  function add(wake: () => void): () => void {
    check();
    followers.add(wake);
    timer ??= setInterval(check, CHECK_MS).unref();
    return () => {
      followers.delete(wake);
      if (followers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }

  return {
    async *follow(signal: AbortSignal): AsyncGenerator<ServerEvent> {
      const bell = createWakeSignal();
      const remove = add(bell.set);
      signal.addEventListener('abort', bell.set);
      try {
        let sent = newest;
        yield availabilityEvent({ previous: null, next: read(), now: deps.clock.now() });
        for (;;) {
          await bell.wait();
          if (signal.aborted) return;
          if (newest === undefined || newest === sent) continue;
          sent = newest;
          yield newest;
        }
      } finally {
        signal.removeEventListener('abort', bell.set);
        remove();
      }
    },
  };
}

export type AvailabilityFeed = ReturnType<typeof createAvailabilityFeed>;

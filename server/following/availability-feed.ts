import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AvailabilityEvent } from '#contract/following.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createBell } from '#server/platform/bell.ts';
import type { ServerEvent } from '#server/platform/http/route.ts';
import { type Availability, type AvailabilityDeps, createAvailability } from './availability.ts';

/** How often memory is compared with what pages were sent: switches and hours begin and end by the clock, without a notification. */
const CHECK_MS = 200;
/** Where more directions change at once, every page asks about its own. */
const MAX_LISTED = 300;
/** So many pages are woken before other work has its turn. */
const WOKEN_AT_ONCE = 500;

const NO_ID = '-';

interface Change {
  readonly previous: Availability | null;
  readonly next: Availability;
  readonly now: Instant;
}

const missingIn = (all: ReadonlySet<string>, other: ReadonlySet<string>): string[] => [...all].filter((pair) => !other.has(pair));

function describe({ previous, next, now }: Change): AvailabilityEvent {
  const { version, techBreak, notice } = next;
  const opened = previous && missingIn(next.openPairs, previous.openPairs);
  const closed = previous && missingIn(previous.openPairs, next.openPairs);
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

const eventOf = (change: Change): ServerEvent => ({ id: NO_ID, event: 'availability', data: JSON.stringify(describe(change)) });

/** Sends every open page what can be exchanged, once at the start and at each change; one event object for all pages of the process. */
export function createAvailabilityFeed(deps: AvailabilityDeps & Pick<Deps, 'clock' | 'log'>) {
  const read = createAvailability(deps);
  const followers = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let present: Availability | undefined;
  let newest: ServerEvent | undefined;

  async function wakeAll(): Promise<void> {
    let woken = 0;
    for (const wake of followers) {
      wake();
      woken += 1;
      if (woken % WOKEN_AT_ONCE === 0) await nextTurn();
    }
  }

  function check(): void {
    const [previous, next] = [present, read()];
    present = next;
    if (previous === undefined || previous.version === next.version) return;
    newest = eventOf({ previous, next, now: deps.clock.now() });
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
      const bell = createBell();
      const remove = add(bell.ring);
      signal.addEventListener('abort', bell.ring);
      try {
        let sent = newest;
        yield eventOf({ previous: null, next: read(), now: deps.clock.now() });
        for (;;) {
          await bell.heard();
          if (signal.aborted) return;
          if (newest === undefined || newest === sent) continue;
          sent = newest;
          yield newest;
        }
      } finally {
        signal.removeEventListener('abort', bell.ring);
        remove();
      }
    },
  };
}

export type AvailabilityFeed = ReturnType<typeof createAvailabilityFeed>;

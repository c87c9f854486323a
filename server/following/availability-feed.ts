import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AvailabilityEvent } from '#contract/public/following.ts';
import { pairName, shopBreak, type Switch } from '#core/staff/switches.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { ServerEvent } from '#server/platform/http/route.ts';
import { WakeSignal } from '#server/platform/live.ts';
import type { VisibleNotice } from '#server/public-notice/notices.ts';

type AvailabilityDeps = Pick<Deps, 'catalogue' | 'quotes' | 'switches' | 'notices'>;

/** What can be exchanged at one moment, and the notice for all visitors. */
interface Availability {
  /** Equal in all processes for equal content. */
  readonly version: string;
  /** Directions that take orders, as `A>B`. */
  readonly openPairs: ReadonlySet<string>;
  /** Null: the shop takes orders. */
  readonly techBreak: Switch | null;
  readonly notice: VisibleNotice | null;
}

const VERSION_LENGTH = 16;

/** Reads availability from memory; the same object while nothing changes. */
export function createAvailability({ catalogue, quotes, switches, notices }: AvailabilityDeps): () => Availability {
  let sources: readonly unknown[] = [];
  let current: Availability | undefined;

  function build(): Availability {
    const open = catalogue
      .directions()
      .flatMap((direction) => (quotes.isOpen(direction) ? [pairName(direction.incomeCode, direction.outcomeCode)] : []));
    const [techBreak, notice] = [shopBreak(switches.off()), notices.current()];
    const content = JSON.stringify([open.toSorted(), techBreak, notice]);
    const version = createHash('sha256').update(content).digest('base64url').slice(0, VERSION_LENGTH);
    return current?.version === version ? current : { version, openPairs: new Set(open), techBreak, notice };
  }

  return () => {
    const next = [catalogue.paymentSystems(), catalogue.directions(), quotes.snapshot(), switches.off(), notices.current()];
    if (current === undefined || next.some((source, i) => source !== sources[i])) current = build();
    sources = next;
    return current;
  };
}

/** How often availability is compared: switches and hours change by the clock, without a notification. */
const CHECK_MS = 200;
/** With more changed directions, pages query their own. */
const MAX_LISTED = 300;
/** Pages notified before the event loop runs other work. */
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
  const followers = new Set<WakeSignal>();
  let timer: NodeJS.Timeout | undefined;
  let current: Availability | undefined;
  let newest: ServerEvent | undefined;

  async function wakeAll(): Promise<void> {
    let wokenCount = 0;
    for (const follower of followers) {
      follower.set();
      wokenCount += 1;
      if (wokenCount % PAGES_PER_TURN === 0) await nextTurn();
    }
  }

  function check(): void {
    const [previous, next] = [current, read()];
    current = next;
    if (previous === undefined || previous.version === next.version) return;
    newest = availabilityEvent({ previous, next, now: deps.clock.now() });
    wakeAll().catch((error: unknown) => deps.log.warn({ error }, 'availability_not_sent'));
  }

  function add(follower: WakeSignal): () => void {
    check();
    followers.add(follower);
    timer ??= setInterval(check, CHECK_MS).unref();
    return () => {
      followers.delete(follower);
      if (followers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }

  return {
    async *follow(signal: AbortSignal): AsyncGenerator<ServerEvent> {
      const wakeSignal = new WakeSignal();
      const remove = add(wakeSignal);
      signal.addEventListener('abort', () => wakeSignal.set(), { once: true });
      try {
        let sent = newest;
        yield availabilityEvent({ previous: null, next: read(), now: deps.clock.now() });
        for (;;) {
          await wakeSignal.wait();
          if (signal.aborted) return;
          if (newest === undefined || newest === sent) continue;
          sent = newest;
          yield newest;
        }
      } finally {
        remove();
      }
    },
  };
}

export type AvailabilityFeed = ReturnType<typeof createAvailabilityFeed>;

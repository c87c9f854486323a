import { SECOND_MS } from '#core/time.ts';
import { TooManyRequests } from '#server/platform/http/too-many.ts';

/** When to come again while a flood of sign-ins is worked off. */
export const BUSY_SECONDS = 5;
/** Who would wait longer than this had better come again. */
const LONGEST_WAIT_MS = 3 * SECOND_MS;
/** Whoever has waited this long, because the machine has become slower meanwhile, is told so while he still listens. */
const GIVEN_UP_MS = 2 * LONGEST_WAIT_MS;
/** What a hash takes before any was measured, and how much one more measurement counts. */
const FIRST_MEAN_MS = 50;
const NEWEST_SHARE = 0.2;

interface Waiting {
  readonly since: number;
  readonly client: AbortSignal | undefined;
  readonly begin: () => void;
  readonly giveUp: () => void;
}

/** Hashes some at a time. How many may wait follows from how long they take here and now, not from their number. */
export function createHashQueue({ atATime, now }: { readonly atATime: number; readonly now: () => number }) {
  let running = 0;
  let meanMs = FIRST_MEAN_MS;
  const waiting: Waiting[] = [];

  /** Lets the next one begin whom somebody still waits for. */
  function next(): void {
    for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
      if (first.client?.aborted !== true && now() - first.since <= GIVEN_UP_MS) {
        running += 1;
        first.begin();
        return;
      }
      first.giveUp();
    }
  }

  async function turn(client: AbortSignal | undefined): Promise<void> {
    if (running < atATime) {
      running += 1;
      return;
    }
    await new Promise<void>((begin, reject) => {
      waiting.push({ since: now(), client, begin, giveUp: () => reject(new TooManyRequests(BUSY_SECONDS)) });
    });
  }

  return {
    /** Whether the next one would wait so long that he had better come again. */
    isBusy: (): boolean => (waiting.length * meanMs) / atATime > LONGEST_WAIT_MS,
    /** Does the work in its turn; throws `TooManyRequests` where the turn comes too late or its client has left. */
    async run<T>(work: () => Promise<T>, client?: AbortSignal): Promise<T> {
      await turn(client);
      const begun = now();
      try {
        return await work();
      } finally {
        meanMs += (now() - begun - meanMs) * NEWEST_SHARE;
        running -= 1;
        next();
      }
    },
  };
}

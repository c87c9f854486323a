import { SECOND_MS } from '#core/time.ts';
import { TooManyRequests } from '#server/platform/http/too-many-requests.ts';

/** Retry-After while a flood of sign-ins is processed. */
export const BUSY_SECONDS = 5;
/** Longest expected wait before new work is refused. */
const MAX_WAIT_MS = 3 * SECOND_MS;
/** Work queued longer than this, because the machine became slower, is refused too. */
const MAX_QUEUED_MS = 2 * MAX_WAIT_MS;
/** Mean duration of a hash before any measurement, and the weight of the newest one. */
const INITIAL_MEAN_MS = 50;
const NEWEST_WEIGHT = 0.2;

interface QueuedWork {
  readonly since: number;
  readonly client: AbortSignal | undefined;
  readonly begin: () => void;
  readonly giveUp: () => void;
}

/** Runs a few hashes at a time. How many may queue follows from their measured duration. */
export function createHashQueue({ maxConcurrent, now }: { readonly maxConcurrent: number; readonly now: () => number }) {
  let running = 0;
  let meanMs = INITIAL_MEAN_MS;
  const waiting: QueuedWork[] = [];

  /** Starts the next queued work whose client is still connected. */
  function next(): void {
    for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
      if (first.client?.aborted !== true && now() - first.since <= MAX_QUEUED_MS) {
        running += 1;
        first.begin();
        return;
      }
      first.giveUp();
    }
  }

  async function waitForTurn(client: AbortSignal | undefined): Promise<void> {
    if (running < maxConcurrent) {
      running += 1;
      return;
    }
    await new Promise<void>((begin, reject) => {
      waiting.push({ since: now(), client, begin, giveUp: () => reject(new TooManyRequests(BUSY_SECONDS)) });
    });
  }

  return {
    /** Whether the next one would wait too long. */
    isBusy: (): boolean => (waiting.length * meanMs) / maxConcurrent > MAX_WAIT_MS,
    /** Runs the work in turn; throws `TooManyRequests` when it waited too long or the client disconnected. */
    async run<T>(work: () => Promise<T>, client?: AbortSignal): Promise<T> {
      await waitForTurn(client);
      const startedAt = now();
      try {
        return await work();
      } finally {
        meanMs += (now() - startedAt - meanMs) * NEWEST_WEIGHT;
        running -= 1;
        next();
      }
    },
  };
}

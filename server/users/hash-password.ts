import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '#core/time.ts';
import { TooManyRequests } from '#server/platform/http/rate-limits.ts';

/** Seconds in Retry-After while too many hashes are queued. */
export const BUSY_SECONDS = 5;
/** Longest expected wait before new work is refused. */
const MAX_WAIT_MS = 3 * SECOND_MS;
/** Work that was queued for longer than this is refused too. It happens when the machine becomes slower. */
const MAX_QUEUED_MS = 2 * MAX_WAIT_MS;
/** Mean duration of a hash before any measurement, and the weight of the newest one. */
const INITIAL_MEAN_MS = 50;
const NEWEST_WEIGHT = 0.2;

interface QueuedWork {
  readonly queuedAt: number;
  readonly client: AbortSignal | undefined;
  readonly start: () => void;
  readonly refuse: () => void;
}

/** Runs a few hashes at a time. The permitted length of the queue follows from their measured duration. */
export function createHashQueue({ maxConcurrent, now }: { readonly maxConcurrent: number; readonly now: () => number }) {
  let running = 0;
  let meanMs = INITIAL_MEAN_MS;
  const waiting: QueuedWork[] = [];

  /** Starts the next queued work whose client is still connected. */
  function startNext(): void {
    for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
      if (first.client?.aborted !== true && now() - first.queuedAt <= MAX_QUEUED_MS) {
        running += 1;
        first.start();
        return;
      }
      first.refuse();
    }
  }

  async function waitForTurn(client: AbortSignal | undefined): Promise<void> {
    if (running < maxConcurrent) {
      running += 1;
      return;
    }
    await new Promise<void>((start, reject) => {
      waiting.push({ queuedAt: now(), client, start, refuse: () => reject(new TooManyRequests(BUSY_SECONDS)) });
    });
  }

  return {
    /** Whether new work would wait too long. */
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
        startNext();
      }
    },
  };
}

/** Argon2id with OWASP's parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;
const FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;
/** The number of concurrent hashes. A flood of sign-ins must leave threads to everything else (R61). */
const MAX_CONCURRENT = 2;

const queue = createHashQueue({ maxConcurrent: MAX_CONCURRENT, now: () => performance.now() });

/** Whether a new hash would wait too long, so that the caller should retry later. */
export const areHashersBusy = (): boolean => queue.isBusy();

interface Argon2Parameters {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}

/** Every character counts: no trimming, no change of case, any length (R35). */
const derive = (password: string, nonce: Buffer, parameters: Argon2Parameters, client?: AbortSignal): Promise<Buffer> =>
  queue.run(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', { message: password, nonce, ...parameters }, (error, key) => (error === null ? resolve(key) : reject(error)));
      }),
    client,
  );

const format = (salt: Buffer, key: Buffer): string =>
  `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$${salt.toString('base64url')}$${key.toString('base64url')}`;

/** The stored form of a password: algorithm, parameters, salt and key in one string. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return format(salt, await derive(password, salt, PARAMETERS));
}

/** A hash that matches no password. */
const DUMMY_HASH = format(randomBytes(SALT_BYTES), randomBytes(PARAMETERS.tagLength));

/**
 * Compares in constant time. Without a hash (unknown e-mail) a dummy hash takes the same work (R29). Refused if the client disconnects
 * while the work is queued.
 */
export async function verifyPassword(password: string, hash: string | null | undefined, client?: AbortSignal): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', storedKey = ''] = FORMAT.exec(hash ?? DUMMY_HASH) ?? [];
  const expected = Buffer.from(storedKey, 'base64url');
  if (expected.length === 0) return false;
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: expected.length };
  const key = await derive(password, Buffer.from(salt, 'base64url'), parameters, client);
  return timingSafeEqual(key, expected) && typeof hash === 'string';
}

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { createHashQueue } from './hash-queue.ts';

/** Argon2id with OWASP's parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;
const FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;
/** Concurrent hashes: a flood of sign-ins must leave threads to everything else (R61). */
const MAX_CONCURRENT = 2;

const queue = createHashQueue({ maxConcurrent: MAX_CONCURRENT, now: () => performance.now() });

/** Whether the next one would wait too long: the caller should retry later. */
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

/** The hash of no password. */
const DUMMY_HASH = format(randomBytes(SALT_BYTES), randomBytes(PARAMETERS.tagLength));

/**
 * Compares in constant time. Without a hash (unknown e-mail) does the same work on a dummy hash (R29). Does nothing for a `client` that
 * disconnected while queued.
 */
export async function verifyPassword(password: string, hash: string | null | undefined, client?: AbortSignal): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', storedKey = ''] = FORMAT.exec(hash ?? DUMMY_HASH) ?? [];
  const expected = Buffer.from(storedKey, 'base64url');
  if (expected.length === 0) return false;
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: expected.length };
  const key = await derive(password, Buffer.from(salt, 'base64url'), parameters, client);
  return timingSafeEqual(key, expected) && typeof hash === 'string';
}

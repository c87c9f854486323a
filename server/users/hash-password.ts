import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/** Argon2id at the strength OWASP names for one pass of hashing per sign-in: 19 MiB, two passes, one lane. */
const STRENGTH = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;
const FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;
/** Hashes at a time: a flood of sign-ins must leave threads to everything else (R61). */
const AT_A_TIME = 2;

/** Sign-ins that may wait for their turn, about three seconds of work: more would only make everybody late. */
const MAX_WAITING = 200;

let running = 0;
const waiting: (() => void)[] = [];

/** Whether so many wait for their turn that the next one had better come again. */
export const areHashersBusy = (): boolean => waiting.length >= MAX_WAITING;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_A_TIME) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

interface Strength {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}

/** Every character counts: no trimming, no change of case, any length (R35). */
const derive = (password: string, nonce: Buffer, strength: Strength): Promise<Buffer> =>
  inTurn(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', { message: password, nonce, ...strength }, (error, key) => (error === null ? resolve(key) : reject(error)));
      }),
  );

/** A password as it is kept: algorithm, strength, salt and key in one text. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, STRENGTH);
  return `$argon2id$v=19$m=${STRENGTH.memory},t=${STRENGTH.passes},p=${STRENGTH.parallelism}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

let nobodysHash: Promise<string> | undefined;

/** Compares in constant time. Without a hash (nobody has this e-mail) the same work is done on a hash that nothing fits (R29). */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  nobodysHash ??= hashPassword(randomBytes(32).toString('hex'));
  const [, memory, passes, parallelism, salt = '', kept = ''] = FORMAT.exec(hash ?? (await nobodysHash)) ?? [];
  const expected = Buffer.from(kept, 'base64url');
  if (expected.length === 0) return false;
  const strength = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: expected.length };
  const key = await derive(password, Buffer.from(salt, 'base64url'), strength);
  return timingSafeEqual(key, expected) && typeof hash === 'string';
}

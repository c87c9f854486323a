import { expect, test } from 'vitest';
import { TooManyRequests } from '#server/platform/http/rate-limits.ts';
import { createHashQueue, hashPassword, verifyPassword } from './hash-password.ts';

test('a password matches its own hash only', async () => {
  const hash = await hashPassword('Correct horse 1');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('Correct horse 1', hash)).toBe(true);
  expect(await verifyPassword('correct horse 1', hash)).toBe(false);
  expect(await hashPassword('Correct horse 1')).not.toBe(hash);
});

test('every character counts, beyond 72 bytes too, in any script (R35)', async () => {
  const long = 'я'.repeat(64);
  const hash = await hashPassword(`${long}a`);
  expect(await verifyPassword(`${long}b`, hash)).toBe(false);
  expect(await verifyPassword(`${long}a`, hash)).toBe(true);
  expect(await verifyPassword(`${long}a `, hash)).toBe(false);
});

test('no password matches a missing or malformed hash', async () => {
  for (const hash of [null, undefined, '', 'plain', '$argon2id$v=19$m=19456,t=2,p=1$$']) expect(await verifyPassword('', hash)).toBe(false);
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A queue with its own clock; each hash ends on command. */
function start() {
  let now = 0;
  const ends: (() => void)[] = [];
  const queue = createHashQueue({ maxConcurrent: 2, now: () => now });
  const hash = (client?: AbortSignal) => queue.run(() => new Promise<string>((resolve) => ends.push(() => resolve('hash'))), client);
  /** Ends the running hashes after a time. */
  async function pass(ms: number) {
    await settled();
    now += ms;
    for (const end of ends.splice(0)) end();
    await settled();
  }
  return { queue, hash, pass, running: () => ends.length };
}

const outcomeOf = (work: Promise<string>) => work.catch((reason: unknown) => (reason instanceof TooManyRequests ? reason.seconds : reason));

test('how many may queue follows from the duration of a hash', async () => {
  const { queue, hash, pass } = start();
  for (let n = 0; n < 40; n++) {
    void hash();
    await pass(50);
  }
  const waiting = Array.from({ length: 42 }, () => hash());
  expect(queue.isBusy()).toBe(false);
  await pass(1_000);
  await pass(1_000);
  // The others are queued, and a hash now takes over half a second
  expect(queue.isBusy()).toBe(true);
  for (let n = 0; n < 20; n++) await pass(0);
  expect(await Promise.all(waiting)).toHaveLength(42);
  expect(queue.isBusy()).toBe(false);
});

test('work queued for too long is refused and not done', async () => {
  const { hash, pass, running } = start();
  const first = [hash(), hash()];
  const late = [hash(), hash(), hash()].map(outcomeOf);
  await pass(7_000);
  expect(running()).toBe(0);
  expect(await Promise.all(late)).toEqual([5, 5, 5]);
  expect(await Promise.all(first)).toEqual(['hash', 'hash']);
  const later = hash();
  await pass(10);
  expect(await later).toBe('hash');
});

test('nothing is done for a disconnected client', async () => {
  const { hash, pass, running } = start();
  void hash();
  void hash();
  const disconnected = new AbortController();
  const outcome = outcomeOf(hash(disconnected.signal));
  const next = hash();
  disconnected.abort();
  await pass(10);
  expect(await outcome).toBe(5);
  expect(running()).toBe(1);
  await pass(10);
  expect(await next).toBe('hash');
});

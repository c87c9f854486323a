import { expect, test } from 'vitest';
import { TooManyRequests } from '#server/platform/http/too-many.ts';
import { createHashQueue } from './hash-queue.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A queue on a clock of its own; each hash ends when it is told to. */
function start() {
  let now = 0;
  const ends: (() => void)[] = [];
  const queue = createHashQueue({ atATime: 2, now: () => now });
  const hash = (client?: AbortSignal) => queue.run(() => new Promise<string>((resolve) => ends.push(() => resolve('hash'))), client);
  /** Lets those that run end after so long. */
  async function pass(ms: number) {
    await settled();
    now += ms;
    for (const end of ends.splice(0)) end();
    await settled();
  }
  return { queue, hash, pass, running: () => ends.length };
}

const outcomeOf = (work: Promise<string>) => work.catch((reason: unknown) => (reason instanceof TooManyRequests ? reason.seconds : reason));

test('how many may wait follows from how long a hash takes', async () => {
  const { queue, hash, pass } = start();
  for (let n = 0; n < 40; n++) {
    void hash();
    await pass(50);
  }
  const waiting = Array.from({ length: 42 }, () => hash());
  expect(queue.isBusy()).toBe(false);
  await pass(1_000);
  await pass(1_000);
  // The others wait, and a hash takes half a second and more now
  expect(queue.isBusy()).toBe(true);
  for (let n = 0; n < 20; n++) await pass(0);
  expect(await Promise.all(waiting)).toHaveLength(42);
  expect(queue.isBusy()).toBe(false);
});

test('whoever has waited for too long is told to come again, and nothing is done for him', async () => {
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

test('nothing is done for a client that has left', async () => {
  const { hash, pass, running } = start();
  void hash();
  void hash();
  const gone = new AbortController();
  const left = outcomeOf(hash(gone.signal));
  const next = hash();
  gone.abort();
  await pass(10);
  expect(await left).toBe(5);
  expect(running()).toBe(1);
  await pass(10);
  expect(await next).toBe('hash');
});

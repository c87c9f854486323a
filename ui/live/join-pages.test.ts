import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { joinPages } from './join-pages.ts';

/** The browser's channel: a message reaches every other open page. */
const channels = new Set<Channel>();
class Channel extends EventTarget {
  constructor() {
    super();
    channels.add(this);
  }
  postMessage(data: string): void {
    for (const other of channels) if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }));
  }
  close(): void {
    channels.delete(this);
  }
}

/** The browser's lock: one holder, the others in a queue until their signal aborts. */
const queue: { signal: AbortSignal; hold: () => Promise<void>; isHolding: boolean }[] = [];
const grant = async (): Promise<void> => {
  const next = queue[0];
  if (next === undefined || next.isHolding) return;
  next.isHolding = true;
  await next.hold();
  queue.shift();
  await grant();
};
const locks = {
  request: (_: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>): Promise<void> => {
    const request = { signal, hold, isHolding: false };
    queue.push(request);
    signal.addEventListener('abort', () => {
      if (!request.isHolding) queue.splice(queue.indexOf(request), 1);
    });
    return grant();
  },
};

let seen: string[] = [];
const join = (page: string) =>
  joinPages<string>('test', {
    onMessage: (message) => void seen.push(`${page} got ${message}`),
    lead: (post, signal) => {
      seen.push(`${page} leads`);
      post(`news of ${page}`);
      signal.addEventListener('abort', () => void seen.push(`${page} stops`));
    },
  });
const flush = async (): Promise<string[]> => {
  await new Promise((done) => setTimeout(done, 0));
  return seen.splice(0);
};

beforeEach(() => {
  [seen, queue.length] = [[], 0];
  channels.clear();
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('navigator', { locks });
});
afterEach(() => vi.unstubAllGlobals());

it('has one leader, whose messages reach the other pages', async () => {
  const first = join('a');
  join('b');
  expect(await flush()).toEqual(['a leads']);
  first.post('hello');
  expect(await flush()).toEqual(['b got hello']);
});

it('gets another leader when the leader leaves', async () => {
  const first = join('a');
  join('b');
  await flush();
  first.leave('bye');
  expect(await flush()).toEqual(['a stops', 'b got bye', 'b leads']);
});

it('never leads after it left the queue', async () => {
  const first = join('a');
  const second = join('b');
  second.leave();
  first.leave();
  expect(await flush()).toEqual(['a leads', 'a stops']);
});

it('leads alone where the browser gives no locks', async () => {
  vi.stubGlobal('navigator', {});
  join('a');
  join('b');
  expect(await flush()).toEqual(['a leads', 'b leads']);
});

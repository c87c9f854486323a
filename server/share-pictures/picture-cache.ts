import { createHash } from 'node:crypto';
import { MINUTE_MS } from '#core/time.ts';

export interface CachedPicture {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** About ten megabytes. */
const MAX_CACHED = 400;
/** Renderings per minute: about a tenth of a core. */
const MAX_PER_MINUTE = 40;
/** One is rendered at a time; more requests than this in the queue are refused. */
const MAX_QUEUED = 8;

export interface Pictures {
  /** The picture of a name, rendered once per `period`. Over the limits: the earlier picture, or undefined without one. */
  get(name: string, period: number, render: () => Promise<Buffer>): Promise<CachedPicture | undefined>;
}

interface CacheEntry {
  readonly period: number;
  readonly picture: Promise<CachedPicture>;
}

/** Pictures in memory, evicted least recently used first. */
export function createPictureCache(now: () => number): Pictures {
  const cache = new Map<string, CacheEntry>();
  let previous: Promise<unknown> = Promise.resolve();
  let queued = 0;
  let minute = { from: 0, drawn: 0 };

  function mayRender(): boolean {
    if (now() - minute.from >= MINUTE_MS || now() < minute.from) minute = { from: now(), drawn: 0 };
    if (queued >= MAX_QUEUED || minute.drawn >= MAX_PER_MINUTE) return false;
    minute.drawn += 1;
    return true;
  }

  function enqueue(name: string, draw: () => Promise<Buffer>): Promise<CachedPicture> {
    queued += 1;
    const picture = previous.then(draw).then((bytes) => ({
      bytes,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    }));
    previous = picture.then(
      () => (queued -= 1),
      () => {
        queued -= 1;
        cache.delete(name);
      },
    );
    return picture;
  }

  return {
    async get(name, period, draw) {
      const cached = cache.get(name);
      const isCurrent = cached?.period === period;
      const entry = isCurrent || !mayRender() ? cached : { period, picture: enqueue(name, draw) };
      if (entry === undefined) return undefined;
      cache.delete(name);
      cache.set(name, entry);
      const [oldest] = cache.keys();
      if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
      return await entry.picture;
    },
  };
}

import { createHash } from 'node:crypto';
import { MINUTE_MS } from '#core/time.ts';

export interface KeptPicture {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** About ten megabytes. */
const MOST_KEPT = 400;
/** Who asks for more than these in a minute is no network of people: all of them together take a tenth of one core. */
const MOST_DRAWN = 40;
/** One is drawn at a time; who would stand behind more comes again. */
const MOST_WAITING = 8;

export interface Pictures {
  /** The picture of a name, drawn once in each `period`; where too many are asked for just now, the one of before, and undefined where there is none. */
  get(name: string, period: number, draw: () => Promise<Buffer>): Promise<KeptPicture | undefined>;
}

interface Kept {
  readonly period: number;
  readonly picture: Promise<KeptPicture>;
}

/** Pictures in memory: the least lately asked for goes first. */
export function keepPictures(now: () => number): Pictures {
  const kept = new Map<string, Kept>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let minute = { from: 0, drawn: 0 };

  function mayDraw(): boolean {
    if (now() - minute.from >= MINUTE_MS || now() < minute.from) minute = { from: now(), drawn: 0 };
    if (waiting >= MOST_WAITING || minute.drawn >= MOST_DRAWN) return false;
    minute.drawn += 1;
    return true;
  }

  function drawn(name: string, draw: () => Promise<Buffer>): Promise<KeptPicture> {
    waiting += 1;
    const picture = last.then(draw).then((bytes) => ({
      bytes,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    }));
    last = picture.then(
      () => (waiting -= 1),
      () => {
        waiting -= 1;
        kept.delete(name);
      },
    );
    return picture;
  }

  return {
    async get(name, period, draw) {
      const known = kept.get(name);
      const isOf = known?.period === period;
      const one = isOf || !mayDraw() ? known : { period, picture: drawn(name, draw) };
      if (one === undefined) return undefined;
      kept.delete(name);
      kept.set(name, one);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return await one.picture;
    },
  };
}

import { logFailure } from '#server/platform/db/unavailable.ts';
import type { Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import { MORE, type Queue, type Tick } from './queue.ts';

interface Loop {
  /** Runs the first tick. `share` of the interval passes before the second one, so that loops with one interval are spread over it. */
  start(share: number): void;
  /** Runs the next tick now, or after the running one. */
  readonly wake: () => void;
  /** Resolves after the running tick. */
  stop(): Promise<void>;
}

/** A loop that never runs concurrently with itself; a failed tick is logged and the loop continues. */
function createLoop(name: string, everyMs: number, tick: Tick, log: Pick<Log, 'warn' | 'error'>): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  let isWoken = false;
  const runOnce = async (pauseMs: number) => {
    isWoken = false;
    timer = undefined;
    try {
      isWoken = (await tick()) === MORE || isWoken;
    } catch (error) {
      logFailure(log, { loop: name, error }, 'loop_failed');
    }
    if (!isStopped) timer = setTimeout(start, isWoken ? 0 : pauseMs, 1);
  };
  const start = (share: number) => {
    running = runOnce(everyMs * share);
  };
  return {
    start,
    wake() {
      isWoken = true;
      if (timer === undefined) return;
      clearTimeout(timer);
      if (!isStopped) start(1);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}

interface Loops {
  readonly add: Queue['every'];
  start(): void;
  names(): string[];
  /** Each promise resolves after the running tick of one loop. */
  stop(): Promise<void>[];
}

/** The loops of a process; `live` carries the messages that wake them. */
export function createLoops(log: Log, live: Pick<Live, 'subscribe'>): Loops {
  const loops = new Map<string, { readonly loop: Loop; readonly wokenBy: string | undefined }>();
  let unsubscribe: readonly (() => void)[] = [];
  return {
    add(name, everyMs, tick, { wokenBy } = {}) {
      if (loops.has(name)) throw new Error(`Loop ${name} exists already`);
      loops.set(name, { loop: createLoop(name, everyMs, tick, log), wokenBy });
    },
    start() {
      for (const [i, { loop }] of [...loops.values()].entries()) loop.start(i / loops.size);
      unsubscribe = [...loops.values()].flatMap(({ loop, wokenBy }) =>
        wokenBy === undefined ? [] : [live.subscribe(wokenBy, () => loop.wake())],
      );
    },
    names: () => [...loops.keys()],
    stop() {
      for (const stop of unsubscribe) stop();
      return [...loops.values()].map(({ loop }) => loop.stop());
    },
  };
}

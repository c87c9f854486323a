import type { Instant } from '#core/time.ts';
import type { Log } from '#server/platform/log.ts';

export interface Loop {
  start(): void;
  /** Runs the step now instead of at its next time. */
  wake(): void;
  /** Resolves after the running step. */
  stop(): Promise<void>;
}

interface LoopWork {
  readonly name: string;
  readonly step: () => Promise<void>;
  /** When the next step is due; undefined if nothing is scheduled. */
  readonly dueAt: () => Promise<Instant | undefined>;
  readonly now: () => Instant;
  readonly log: Pick<Log, 'warn'>;
}

/** Maximum delay until work scheduled by another process is noticed. */
const IDLE_MS = 1_000;
const MIN_PAUSE_MS = 10;

/** Runs a step whenever it is due, never twice at a time; a failing step is logged and repeated. */
export function createLoop(work: LoopWork): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let state: 'idle' | 'live' | 'stopped' = 'idle';
  let isWoken = false;

  const runStep = async (): Promise<number> => {
    try {
      await work.step();
      const dueAt = await work.dueAt();
      if (dueAt === undefined) return IDLE_MS;
      return Math.min(IDLE_MS, Math.max(MIN_PAUSE_MS, dueAt - work.now()));
    } catch (error) {
      work.log.warn({ error, loop: work.name }, 'sandbox.step_failed');
      return IDLE_MS;
    }
  };
  const run = () => {
    clearTimeout(timer);
    isWoken = false;
    running = runStep().then((pauseMs) => {
      running = undefined;
      if (state === 'live') timer = setTimeout(run, isWoken ? 0 : pauseMs);
    });
  };
  return {
    start() {
      if (state !== 'idle') return;
      state = 'live';
      run();
    },
    wake() {
      isWoken = true;
      if (state === 'live' && running === undefined) run();
    },
    async stop() {
      state = 'stopped';
      clearTimeout(timer);
      await running;
    },
  };
}

import type { Instant } from '#core/time.ts';
import type { Log } from '#server/platform/log.ts';

export interface Loop {
  start(): void;
  /** Something new was planned: look now instead of at the next round. */
  wake(): void;
  /** Resolves when the running step has ended. */
  stop(): Promise<void>;
}

interface LoopWork {
  readonly name: string;
  readonly step: () => Promise<void>;
  /** When the next step is due; undefined when nothing is planned. */
  readonly dueAt: () => Promise<Instant | undefined>;
  readonly now: () => Instant;
  readonly log: Pick<Log, 'warn'>;
}

/** What another process planned is noticed this late at most. */
const IDLE_MS = 1_000;
const SHORTEST_PAUSE_MS = 10;

/** Runs a step whenever it is due, never twice at a time; a failing step is logged and tried again. */
export function createLoop(work: LoopWork): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let state: 'idle' | 'live' | 'stopped' = 'idle';
  let isWoken = false;

  const round = async (): Promise<number> => {
    try {
      await work.step();
      const dueAt = await work.dueAt();
      if (dueAt === undefined) return IDLE_MS;
      return Math.min(IDLE_MS, Math.max(SHORTEST_PAUSE_MS, dueAt - work.now()));
    } catch (error) {
      work.log.warn({ error, loop: work.name }, 'sandbox.step_failed');
      return IDLE_MS;
    }
  };
  const go = () => {
    clearTimeout(timer);
    isWoken = false;
    running = round().then((pauseMs) => {
      running = undefined;
      if (state === 'live') timer = setTimeout(go, isWoken ? 0 : pauseMs);
    });
  };
  return {
    start() {
      if (state !== 'idle') return;
      state = 'live';
      go();
    },
    wake() {
      isWoken = true;
      if (state === 'live' && running === undefined) go();
    },
    async stop() {
      state = 'stopped';
      clearTimeout(timer);
      await running;
    },
  };
}

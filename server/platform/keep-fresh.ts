import { SECOND_MS } from '#core/time.ts';
import type { Live } from './live.ts';
import type { Log } from './log.ts';

/** A lost notice is made good after this time. */
const REFRESH_EVERY_MS = 5 * SECOND_MS;

/**
 * Calls `refresh` at the start, on every notice of the channel, after a lost connection and every few seconds; never twice at a time.
 * A refresh that fails is logged: what is in memory stays, and grows old.
 */
export function keepFresh(
  deps: { readonly live: Live; readonly log: Pick<Log, 'warn'> },
  channel: string,
  refresh: () => Promise<void>,
): { readonly start: () => Promise<void>; readonly stop: () => void } {
  let undo: readonly (() => void)[] = [];
  let running: Promise<void> | undefined;
  let isAskedAgain = false;

  const run = async () => {
    do {
      isAskedAgain = false;
      await refresh().catch((error: unknown) => deps.log.warn({ channel, error }, 'refresh_failed'));
    } while (isAskedAgain);
    running = undefined;
  };
  const poke = () => {
    if (running) isAskedAgain = true;
    else running = run();
  };
  return {
    async start() {
      undo = [deps.live.subscribe(channel, poke), deps.live.onReconnect(poke)];
      const timer = setInterval(poke, REFRESH_EVERY_MS);
      timer.unref();
      undo = [...undo, () => clearInterval(timer)];
      await refresh();
    },
    stop() {
      for (const off of undo) off();
      undo = [];
    },
  };
}

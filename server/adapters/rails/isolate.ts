import { DatabaseUnavailable } from '#server/platform/db/unavailable.ts';
import type { Log } from '#server/platform/log.ts';

/** Runs the work of one payout of a poll; an error of it does not stop the others. */
export type Isolate = (reference: string, work: () => Promise<void>) => Promise<void>;

/** Logs an error of a payout once, until it changes or ends, not on every poll. An unavailable database is thrown: it affects all. */
export function createIsolate(log: Pick<Log, 'error'>, event: string): Isolate {
  const failing = new Map<string, string>();
  return async (reference, work) => {
    try {
      await work();
      failing.delete(reference);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      const message = String(error);
      if (failing.get(reference) !== message) log.error({ reference, error }, event);
      failing.set(reference, message);
    }
  };
}

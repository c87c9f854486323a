import { type Instant, MINUTE_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import { DatabaseUnavailable } from '#server/platform/db/unavailable.ts';
import type { Log } from '#server/platform/log.ts';
import type { PayoutProblems } from './port.ts';

/** Runs the work of one payout of a poll (null: of several); an error of it does not stop the others. */
export type Isolate = (reference: string | null, work: () => Promise<void>) => Promise<void>;

/** A fault that lasts so long raises an alarm. */
export const FAULT_ALARM_MS = MINUTE_MS;

interface Isolation {
  readonly run: Isolate;
  /** Ends a poll: the payouts that failed in it. */
  endRound(): Pick<PayoutProblems, 'current' | 'undecided'>;
}

interface Fault {
  readonly message: string;
  readonly since: Instant;
}

/** Logs an error of a payout once, until it changes or ends, not on every poll. An unavailable database is thrown: it affects all. */
export function createIsolation({ log, clock }: { readonly log: Pick<Log, 'error'>; readonly clock: Clock }, event: string): Isolation {
  let failing = new Map<string | null, Fault>();
  let round = new Map<string | null, Fault>();
  return {
    async run(reference, work) {
      try {
        await work();
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error;
        const message = String(error);
        const earlier = failing.get(reference);
        if (earlier?.message !== message) log.error({ reference: reference ?? 'several payouts', error }, event);
        round.set(reference, { message, since: earlier?.since ?? clock.now() });
      }
    },
    endRound() {
      [failing, round] = [round, new Map()];
      const until = clock.now() - FAULT_ALARM_MS;
      const faults = [...failing].flatMap(([reference, fault]) => (reference === null ? [] : [{ reference, ...fault }]));
      return {
        current: new Map(faults.filter(({ since }) => since <= until).map(({ reference, message }) => [reference, message])),
        undecided: new Set(faults.filter(({ since }) => since > until).map(({ reference }) => reference)),
      };
    },
  };
}

import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { TimesKey, MeasuredTimes, PayoutTime } from './payout-time.ts';

/** Reads the durations of recent orders, without directions that have too few. */
export type MeasureTimes = () => Promise<readonly PayoutTime[]>;

export interface PayoutTimes extends MeasuredTimes {
  /** The last measurement. */
  current(): MeasuredTimes;
  start(): Promise<void>;
  stop(): void;
}

/** Rarely, as a median of a month changes slowly. */
const MEASURE_EVERY_MS = 5 * MINUTE_MS;

const keyOf = ({ incomeCode, outcomeCode, kind }: TimesKey): string => `${incomeCode}>${outcomeCode}>${kind}`;

const isSame = (a: PayoutTime, b: PayoutTime | undefined): boolean =>
  a.medianMinutes === b?.medianMinutes && a.slowMinutes === b.slowMinutes;

/** Measured times in the memory of every process. A failed measurement is logged and the old values stay. */
export function keepPayoutTimes(deps: Pick<Deps, 'log'>, measure: MeasureTimes): PayoutTimes {
  let byKey: ReadonlyMap<string, PayoutTime> = new Map();
  const measuredOf = (timesByKey: ReadonlyMap<string, PayoutTime>): MeasuredTimes => ({
    of: (line) => timesByKey.get(keyOf(line))?.medianMinutes ?? null,
    slowOf: (line) => timesByKey.get(keyOf(line))?.slowMinutes ?? null,
  });
  let current = measuredOf(byKey);
  let timer: NodeJS.Timeout | undefined;
  const refresh = async () => {
    const measuredTimes = new Map((await measure()).map((time) => [keyOf(time), time]));
    if (measuredTimes.size === byKey.size && [...measuredTimes].every(([key, time]) => isSame(time, byKey.get(key)))) return;
    byKey = measuredTimes;
    current = measuredOf(measuredTimes);
  };
  return {
    of: (line) => current.of(line),
    slowOf: (line) => current.slowOf(line),
    current: () => current,
    async start() {
      timer = setInterval(() => {
        refresh().catch((error: unknown) => deps.log.warn({ error }, 'payout_times_not_measured'));
      }, MEASURE_EVERY_MS);
      timer.unref();
      await refresh();
    },
    stop: () => clearInterval(timer),
  };
}

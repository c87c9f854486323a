import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Line, Measured, PayoutTime } from './measured.ts';

/** Reads the times of late orders; those with too few orders are left out. */
export type MeasureTimes = () => Promise<readonly PayoutTime[]>;

export interface PayoutTimes extends Measured {
  /** As last measured. */
  current(): Measured;
  start(): Promise<void>;
  stop(): void;
}

/** A median of a month moves slowly. */
const MEASURE_EVERY_MS = 5 * MINUTE_MS;

const keyOf = ({ incomeCode, outcomeCode, kind }: Line): string => `${incomeCode}>${outcomeCode}>${kind}`;

const isSame = (a: PayoutTime, b: PayoutTime | undefined): boolean =>
  a.medianMinutes === b?.medianMinutes && a.slowMinutes === b.slowMinutes;

/** Real times in the memory of every process. A measurement that fails is logged: what was measured before stays. */
export function keepPayoutTimes(deps: Pick<Deps, 'log'>, measure: MeasureTimes): PayoutTimes {
  let byLine: ReadonlyMap<string, PayoutTime> = new Map();
  const measuredOf = (lines: ReadonlyMap<string, PayoutTime>): Measured => ({
    of: (line) => lines.get(keyOf(line))?.medianMinutes ?? null,
    slowOf: (line) => lines.get(keyOf(line))?.slowMinutes ?? null,
  });
  let current = measuredOf(byLine);
  let timer: NodeJS.Timeout | undefined;
  const refresh = async () => {
    const now = new Map((await measure()).map((time) => [keyOf(time), time]));
    if (now.size === byLine.size && [...now].every(([key, time]) => isSame(time, byLine.get(key)))) return;
    byLine = now;
    current = measuredOf(now);
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

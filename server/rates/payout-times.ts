import type { Direction } from '#core/payment-system/payment-system.ts';
import type { SlotKind } from '#core/slots/slot.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';

/** How long completed orders of one direction and kind took, in the middle. An order without a slot is an ordinary one (`custom`). */
export interface PayoutTime {
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly kind: SlotKind;
  /** From the payment seen to the payout done, whole minutes, at least one. */
  readonly medianMinutes: number;
}

/** Reads the times of late orders; those with too few orders are left out. */
export type MeasureTimes = () => Promise<readonly PayoutTime[]>;

type Line = Pick<PayoutTime, 'incomeCode' | 'outcomeCode' | 'kind'>;

/** What was measured at one time; another object when something of it is another. */
export interface Measured {
  /** Null where too few orders say anything. */
  of(line: Line): number | null;
}

/** Minutes that an ordinary exchange is promised in: what it really takes where enough orders say so, else what the owner has set. */
export const minutesOf = (measured: Measured, direction: Direction): number =>
  measured.of({ ...direction, kind: 'custom' }) ?? direction.etaMinutes;

export interface PayoutTimes extends Measured {
  /** As last measured. */
  current(): Measured;
  start(): Promise<void>;
  stop(): void;
}

/** A median of a month moves slowly. */
const MEASURE_EVERY_MS = 5 * MINUTE_MS;

const keyOf = ({ incomeCode, outcomeCode, kind }: Line): string => `${incomeCode}>${outcomeCode}>${kind}`;

/** Real times in the memory of every process. A measurement that fails is logged: what was measured before stays. */
export function keepPayoutTimes(deps: Pick<Deps, 'log'>, measure: MeasureTimes): PayoutTimes {
  let byLine: ReadonlyMap<string, number> = new Map();
  const measuredOf = (lines: ReadonlyMap<string, number>): Measured => ({ of: (line) => lines.get(keyOf(line)) ?? null });
  let current = measuredOf(byLine);
  let timer: NodeJS.Timeout | undefined;
  const refresh = async () => {
    const now = new Map((await measure()).map((time) => [keyOf(time), time.medianMinutes]));
    if (now.size === byLine.size && [...now].every(([key, minutes]) => byLine.get(key) === minutes)) return;
    byLine = now;
    current = measuredOf(now);
  };
  return {
    of: (line) => current.of(line),
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

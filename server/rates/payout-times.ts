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

export interface PayoutTimes {
  /** Null where too few orders say anything. */
  of(line: Line): number | null;
  start(): Promise<void>;
  stop(): void;
}

/** A median of a month moves slowly. */
const MEASURE_EVERY_MS = 5 * MINUTE_MS;

const keyOf = ({ incomeCode, outcomeCode, kind }: Line): string => `${incomeCode}>${outcomeCode}>${kind}`;

/** Real times in the memory of every process. A measurement that fails is logged: what was measured before stays. */
export function keepPayoutTimes(deps: Pick<Deps, 'log'>, measure: MeasureTimes): PayoutTimes {
  let byLine: ReadonlyMap<string, number> = new Map();
  let timer: NodeJS.Timeout | undefined;
  const refresh = async () => {
    byLine = new Map((await measure()).map((time) => [keyOf(time), time.medianMinutes]));
  };
  return {
    of: (line) => byLine.get(keyOf(line)) ?? null,
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

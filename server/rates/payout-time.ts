import type { Direction } from '#core/payment-system/payment-system.ts';
import type { Slot, SlotKind } from '#core/slots/slot.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { PlatformDeps } from '#server/platform/deps.ts';

/** Duration of completed orders of one direction and kind. Orders without a slot count as `custom`. */
export interface PayoutTime {
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly kind: SlotKind;
  /** From payment to payout, whole minutes, at least one. */
  readonly medianMinutes: number;
  /** 90 % of the orders took at most this long. */
  readonly slowMinutes: number;
}

type TimesKey = Pick<PayoutTime, 'incomeCode' | 'outcomeCode' | 'kind'>;

/** One measurement; a new object when any value has changed. */
export interface MeasuredTimes {
  /** Median minutes; null where there are too few orders. */
  of(key: TimesKey): number | null;
  /** Minutes that 90 % of the orders took at most. */
  slowOf(key: TimesKey): number | null;
}

/** Slot of an exchange; null: an ordinary one. */
type ChosenSlot = Pick<Slot, 'kind' | 'etaMinutes'> | null;

const timesKeyOf = ({ incomeCode, outcomeCode }: Direction, slot: ChosenSlot): TimesKey => ({
  incomeCode,
  outcomeCode,
  kind: slot?.kind ?? 'custom',
});

/** The time of one exchange, the same wherever it is shown (domain 5, "Promises"). */
export interface ExchangeTime {
  readonly etaMinutes: number;
  readonly medianMinutes: number | null;
}

/**
 * The promised minutes: the 90th percentile if there are enough orders, else the owner's setting. The median is never promised: half of
 * the orders are slower (decision 0068). Null median: too few orders.
 */
export function exchangeTimeOf(measured: MeasuredTimes, direction: Direction, slot: ChosenSlot = null): ExchangeTime {
  const key = timesKeyOf(direction, slot);
  const configured = slot === null || slot.kind === 'custom' ? direction.etaMinutes : slot.etaMinutes;
  return { etaMinutes: measured.slowOf(key) ?? configured, medianMinutes: measured.of(key) };
}

/** Only the promised minutes. */
export const promisedMinutesOf = (measured: MeasuredTimes, direction: Direction, slot: ChosenSlot = null): number =>
  exchangeTimeOf(measured, direction, slot).etaMinutes;

/** The time on the wire. */
export const presentTime = ({ etaMinutes, medianMinutes }: ExchangeTime) => ({ eta_minutes: etaMinutes, median_minutes: medianMinutes });

/** Reads the durations of recent orders, without directions that have too few. */
export type MeasureTimes = () => Promise<readonly PayoutTime[]>;

export interface PayoutTimes extends MeasuredTimes {
  /** The last measurement. */
  current(): MeasuredTimes;
  start(): Promise<void>;
  stop(): void;
}

/** Interval of measurements; a month's median changes slowly. */
const MEASURE_EVERY_MS = 5 * MINUTE_MS;

const textKeyOf = ({ incomeCode, outcomeCode, kind }: TimesKey): string => `${incomeCode}>${outcomeCode}>${kind}`;

const isSame = (a: PayoutTime, b: PayoutTime | undefined): boolean =>
  a.medianMinutes === b?.medianMinutes && a.slowMinutes === b.slowMinutes;

/** Measured times in the memory of every process. A failed measurement is logged and the old values stay. */
export function keepPayoutTimes(deps: Pick<PlatformDeps, 'log'>, measure: MeasureTimes): PayoutTimes {
  let byKey: ReadonlyMap<string, PayoutTime> = new Map();
  const measuredOf = (timesByKey: ReadonlyMap<string, PayoutTime>): MeasuredTimes => ({
    of: (key) => timesByKey.get(textKeyOf(key))?.medianMinutes ?? null,
    slowOf: (key) => timesByKey.get(textKeyOf(key))?.slowMinutes ?? null,
  });
  let current = measuredOf(byKey);
  let timer: NodeJS.Timeout | undefined;
  const refresh = async () => {
    const measuredTimes = new Map((await measure()).map((time) => [textKeyOf(time), time]));
    if (measuredTimes.size === byKey.size && [...measuredTimes].every(([key, time]) => isSame(time, byKey.get(key)))) return;
    byKey = measuredTimes;
    current = measuredOf(measuredTimes);
  };
  return {
    of: (key) => current.of(key),
    slowOf: (key) => current.slowOf(key),
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

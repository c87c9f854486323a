type Translate = (key: string, params?: Record<string, string | number>) => string;

interface ExchangeTime {
  readonly eta_minutes: number;
  /** Null: too few exchanges. */
  readonly median_minutes: number | null;
}

/** The promised duration of a payout: "up to 12 minutes". */
export const promisedTimeText = ({ eta_minutes: count }: Pick<ExchangeTime, 'eta_minutes'>, t: Translate): string =>
  t('shell.time.up_to', { count });

/** The promised and the usual duration: "up to 12 minutes, usually 4". */
export function exchangeTimeText(time: ExchangeTime, t: Translate): string {
  const promised = promisedTimeText(time, t);
  return time.median_minutes === null ? promised : t('shell.time.usual', { time: promised, count: time.median_minutes });
}

import type { Log } from '#server/platform/log.ts';
import type { PayoutAnswer, RailEvents } from './port.ts';

/** A payout's answer, `key` as a short text that is compared with the last report; undefined: not to be reported. */
export interface PayoutReport {
  readonly reference: string;
  readonly key: string | undefined;
  readonly reported: string | null;
  readonly answer: PayoutAnswer;
}

/** Reports a changed answer and stores that it was taken. False: it was not taken or cannot be reported yet, and the next poll repeats it. */
export async function reportPayout(
  {
    log,
    events,
    store,
  }: { readonly log: Pick<Log, 'warn'>; readonly events: RailEvents; readonly store: (key: string) => Promise<unknown> },
  { reference, key, reported, answer }: PayoutReport,
  event: string,
): Promise<boolean> {
  if (key === undefined) return false;
  if (key === reported) return true;
  try {
    await events.payout(reference, answer);
  } catch (error) {
    log.warn({ reference, error }, event);
    return false;
  }
  await store(key);
  return true;
}

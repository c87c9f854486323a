import { DAY_MS, MINUTE_MS, SECOND_MS, type Instant } from '#core/time.ts';

/** What one address gets at most, however many orders or other nouns name it; what is beyond waits, and is merged into one letter. */
export const MAILS_PER_MINUTE = 5;
export const MAILS_PER_DAY = 30;
/** Of the day's letters, what news without money may use: naming a stranger's address never silences his paid order. */
export const UNPAID_MAILS_PER_DAY = 20;
/** A letter tells of at most so much; the rest comes with the next one. */
const NEWS_PER_LETTER = 30;

/** What happened and is not mailed yet. */
export interface Waiting {
  /** Money of the reader was seen for it. */
  readonly isPaid: boolean;
}

export interface Plan<W extends Waiting> {
  /** The letters to send now, each of one or more pieces of news, in their order. */
  readonly letters: readonly (readonly W[])[];
  /** When the next letter may go out; null: nothing is held back. */
  readonly nextAt: Instant | null;
}

/** How many letters may go out now, and from when on the next one may. `sent`: when letters went to this address, newest first. */
function allowance(sent: readonly Instant[], now: Instant, perDay: number): { readonly free: number; readonly nextAt: Instant } {
  const windows = [
    { limit: MAILS_PER_MINUTE, ms: MINUTE_MS },
    { limit: perDay, ms: DAY_MS },
  ].map(({ limit, ms }) => {
    const last = sent[limit - 1];
    return { free: limit - sent.filter((at) => at > now - ms).length, nextAt: last === undefined ? now : last + ms };
  });
  return { free: Math.max(0, Math.min(...windows.map(({ free }) => free))), nextAt: Math.max(now, ...windows.map(({ nextAt }) => nextAt)) };
}

/**
 * What one address is sent now. `waiting`: oldest change first; `sent`: when letters went to it in the last day, newest first.
 * While there is room each has a letter of its own; else one letter tells of all, so that nothing is lost and nobody is flooded.
 */
export function planLetters<W extends Waiting>(waiting: readonly W[], sent: readonly Instant[], now: Instant): Plan<W> {
  const isPaid = waiting.some((one) => one.isPaid);
  const { free, nextAt } = allowance(sent, now, isPaid ? MAILS_PER_DAY : UNPAID_MAILS_PER_DAY);
  if (free === 0) return { letters: [], nextAt };
  if (waiting.length <= free) return { letters: waiting.map((one) => [one]), nextAt: null };
  return { letters: [waiting.slice(0, NEWS_PER_LETTER)], nextAt: null };
}

const FIRST_RETRY_MS = 10 * SECOND_MS;
const LONGEST_RETRY_MS = 15 * MINUTE_MS;
/** How long an address is tried; then the letter has failed and a person is told. */
export const MAIL_GIVEN_UP_AFTER_MS = 3 * DAY_MS;
/** How long no mail server answers before a person is told. */
export const MAIL_ALARM_AFTER_MS = 5 * MINUTE_MS;
/** How long letters are kept after they were written. */
export const LETTERS_KEPT_MS = 30 * DAY_MS;

/** How long an address waits after its n-th failure in a row (n from 1): doubling, at most 15 minutes. */
export const retryDelayMs = (failures: number): number => Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20), LONGEST_RETRY_MS);

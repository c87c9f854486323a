import { DAY_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { addressOf, createCaller } from './call-source.ts';
import { parseEcb } from './parse-ecb.ts';
import type { RateSource, SourceOptions } from './port.ts';

const URL_OF_THE_BANK = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';
/** From the Thursday before Easter to the Tuesday after it. */
const MAX_AGE_MS = 6 * DAY_MS;

/** The European Central Bank's table of a day: what a euro costs in some thirty currencies. */
export function ecb({ name, url }: SourceOptions): RateSource {
  const caller = createCaller();
  const deadlineMs = 10 * SECOND_MS;
  return {
    name,
    isDemo: false,
    kind: 'reference',
    everyMs: 10 * MINUTE_MS,
    deadlineMs,
    maxAgeMs: MAX_AGE_MS,
    async read(symbols, now) {
      const answer = await caller.call(addressOf(URL_OF_THE_BANK, url), deadlineMs);
      return answer && parseEcb(answer.text, symbols, now);
    },
  };
}

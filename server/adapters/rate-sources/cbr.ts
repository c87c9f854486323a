import { DAY_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { addressOf, createCaller } from './call-source.ts';
import { parseCbr } from './parse-cbr.ts';
import type { RateSource, SourceOptions } from './port.ts';

const URL_OF_THE_BANK = 'https://www.cbr.ru/scripts/XML_daily.asp';
/** The table of the last day of December stands until the tenth of January. */
const MAX_AGE_MS = 12 * DAY_MS;

/** The Bank of Russia's table of a day: roubles for all fiat currencies that it knows. */
export function cbr({ name, url }: SourceOptions): RateSource {
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
      return answer && parseCbr(answer.bytes, symbols, now);
    },
  };
}

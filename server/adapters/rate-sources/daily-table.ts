import { type Instant, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { OutboundResponse } from '#server/platform/outbound.ts';
import { sourceUrl, createConditionalClient } from './conditional-client.ts';
import type { RateSource, SourceOptions, SourceQuote } from './port.ts';

interface DailyTable {
  readonly url: string;
  /** Maximum age of a table: long enough to bridge the longest holidays of the bank. */
  readonly maxAgeMs: number;
  readonly parse: (response: OutboundResponse, symbols: ReadonlySet<string>, now: Instant) => readonly SourceQuote[];
}

const DEADLINE_MS = 10 * SECOND_MS;

/** A central bank's daily table, with conditional requests. */
export function dailyTable({ url, maxAgeMs, parse }: DailyTable, { name, url: configuredUrl }: SourceOptions): RateSource {
  const client = createConditionalClient();
  return {
    name,
    isDemo: false,
    kind: 'reference',
    intervalMs: 10 * MINUTE_MS,
    deadlineMs: DEADLINE_MS,
    maxAgeMs,
    async read(symbols, now) {
      const response = await client.call(sourceUrl(url, configuredUrl), DEADLINE_MS);
      return response && parse(response, symbols, now);
    },
  };
}

import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { OutboundAnswer } from '#server/platform/outbound.ts';
import { addressOf, createCaller } from './call-source.ts';
import type { RateSource, SourceOptions } from './port.ts';

interface DailyTable {
  readonly url: string;
  /** How long a table stands over its bank's longest holidays. */
  readonly maxAgeMs: number;
  readonly parse: (answer: OutboundAnswer, ...asked: Parameters<RateSource['read']>) => Awaited<ReturnType<RateSource['read']>>;
}

const DEADLINE_MS = 10 * SECOND_MS;

/** A central bank's table of a day, behind conditional requests. */
export function dailyTable({ url, maxAgeMs, parse }: DailyTable, { name, url: own }: SourceOptions): RateSource {
  const caller = createCaller();
  return {
    name,
    isDemo: false,
    kind: 'reference',
    everyMs: 10 * MINUTE_MS,
    deadlineMs: DEADLINE_MS,
    maxAgeMs,
    async read(symbols, now) {
      const answer = await caller.call(addressOf(url, own), DEADLINE_MS);
      return answer && parse(answer, symbols, now);
    },
  };
}

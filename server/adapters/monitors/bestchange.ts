import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { callOutside } from '#server/platform/outbound.ts';
import { parseBestChange } from './parse-bestchange.ts';
import type { Monitor, MonitorLists } from './port.ts';

const READ_EVERY_MS = 20 * SECOND_MS;
const DEADLINE_MS = 15 * SECOND_MS;
const MAX_BACK_OFF_MS = 5 * MINUTE_MS;
const MAX_ARCHIVE_BYTES = 32 * 1024 * 1024;
/** Older lists say nothing about what the others offer now. */
const MAX_AGE_MS = 3 * MINUTE_MS;
const JITTER = 0.2;

export interface MonitorOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/** BestChange's lists (`info.zip`), read again every 20 s and kept in memory. */
export function bestChange({ url, clock, log }: MonitorOptions): Monitor {
  let newest: MonitorLists | undefined;
  let etag: string | undefined;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = true;

  async function read(): Promise<void> {
    const headers = etag === undefined ? {} : { 'if-none-match': etag };
    const answer = await callOutside({ url, headers, deadlineMs: DEADLINE_MS, maxBytes: MAX_ARCHIVE_BYTES });
    // Nothing has changed: the lists are as good as new
    if (answer.status === 304 && newest) newest = { ...newest, takenAt: clock.now() };
    else if (answer.status === 200) {
      newest = parseBestChange(answer.bytes, clock.now());
      etag = answer.headers.get('etag') ?? undefined;
    } else throw new Error(`HTTP ${answer.status}`);
  }

  async function turn(): Promise<void> {
    try {
      await read();
      failures = 0;
    } catch (error) {
      failures += 1;
      log.warn({ monitor: 'bestchange', error, failures }, 'monitor_failed');
    }
    if (isStopped) return;
    const waitMs = Math.min(READ_EVERY_MS * 2 ** failures, MAX_BACK_OFF_MS);
    timer = setTimeout(() => void turn(), waitMs * (1 - JITTER / 2 + JITTER * Math.random()));
    timer.unref();
  }

  return {
    name: 'bestchange',
    lists: (now) => (newest && now - newest.takenAt <= MAX_AGE_MS ? newest : undefined),
    start() {
      if (!isStopped) return;
      isStopped = false;
      void turn();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

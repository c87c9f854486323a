import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { callOutside } from '#server/platform/outbound.ts';
import { parseBestChange } from './parse-bestchange.ts';
import type { Monitor, MonitorLists } from './port.ts';

const READ_EVERY_MS = 20 * SECOND_MS;
const DEADLINE_MS = 15 * SECOND_MS;
const MAX_BACKOFF_MS = 5 * MINUTE_MS;
const MAX_ARCHIVE_BYTES = 32 * 1024 * 1024;
/** Older lists are not current any more. */
const MAX_AGE_MS = 3 * MINUTE_MS;
const JITTER = 0.2;

export interface MonitorOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/** BestChange's lists (`info.zip`), read every 20 s and cached in memory. */
export function bestChange({ url, clock, log }: MonitorOptions): Monitor {
  let latest: MonitorLists | undefined;
  let etag: string | undefined;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = true;

  async function read(): Promise<void> {
    const headers = etag === undefined ? {} : { 'if-none-match': etag };
    const response = await callOutside({ url, headers, deadlineMs: DEADLINE_MS, maxBytes: MAX_ARCHIVE_BYTES });
    // Unchanged: the cached lists are current
    if (response.status === 304 && latest) latest = { ...latest, takenAt: clock.now() };
    else if (response.status === 200) {
      latest = parseBestChange(response.bytes, clock.now());
      etag = response.headers.get('etag') ?? undefined;
    } else throw new Error(`HTTP ${response.status}`);
  }

  async function run(): Promise<void> {
    try {
      await read();
      failures = 0;
    } catch (error) {
      failures += 1;
      log.warn({ monitor: 'bestchange', error, failures }, 'monitor_failed');
    }
    if (isStopped) return;
    const waitMs = Math.min(READ_EVERY_MS * 2 ** failures, MAX_BACKOFF_MS);
    timer = setTimeout(() => void run(), waitMs * (1 - JITTER / 2 + JITTER * Math.random()));
    timer.unref();
  }

  return {
    name: 'bestchange',
    lists: (now) => (latest && now - latest.takenAt <= MAX_AGE_MS ? latest : undefined),
    start() {
      if (!isStopped) return;
      isStopped = false;
      void run();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

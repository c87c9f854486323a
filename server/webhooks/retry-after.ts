import { type Instant, SECOND_MS } from '#core/time.ts';

/** `Retry-After` in milliseconds, from seconds or a date; null when unreadable. */
export function parseRetryAfterMs(header: string | undefined, now: Instant): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(at - now, 0);
}

import { SHOP_TIME_ZONE } from '#core/time/local-time.ts';
import type { Instant } from '#core/time.ts';

const CALENDAR = new Intl.DateTimeFormat('en-US', { timeZone: SHOP_TIME_ZONE, year: 'numeric', month: '2-digit' });

/** The month of a moment in the shop's time zone. */
export function monthOf(at: Instant): { readonly year: number; readonly month: number; readonly key: string } {
  const parts = new Map(CALENDAR.formatToParts(at).map(({ type, value }) => [type, value]));
  const [year = '', month = ''] = [parts.get('year'), parts.get('month')];
  return { year: Number(year), month: Number(month), key: `${year}-${month}` };
}

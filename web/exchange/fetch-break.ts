import type { Locale } from '#core/locale.ts';
import type { TechBreak } from '#contract/public/public-notice.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { type PairCodes, readBreak } from './read-break.ts';

/** Current break, for a page that polls. In its own file because it is loaded on demand. */
export const fetchBreak = (locale: Locale, pair: PairCodes | null): Promise<TechBreak | null> => readBreak(browserTransport(locale), pair);

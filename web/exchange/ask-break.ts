import type { Locale } from '#core/locale.ts';
import type { TechBreak } from '#contract/public-notice.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { type PairCodes, readBreak } from './read-break.ts';

/** Whether the break still lasts, asked by a page that waits; its code comes only then. */
export const askBreak = (locale: Locale, pair: PairCodes | null): Promise<TechBreak | null> => readBreak(browserTransport(locale), pair);

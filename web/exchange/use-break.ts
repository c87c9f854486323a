import { useEffect, useRef, useState } from 'react';
import type { TechBreak } from '#contract/public-notice.ts';
import type { Locale } from '#core/locale.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { affects, type AvailabilityNews, isFollowed } from '#web/live/availability.ts';
import { useAvailability } from '#web/live/use-availability.ts';
import type { PairCodes } from './read-break.ts';

/** How often a page that waits asks whether the break is over, while no stream says so: the end may be moved, or never named. */
const ASK_MS = 10_000;
/** After its end a break is over on every process. */
const SOON_MS = 500;

export interface Waiting {
  readonly pair: PairCodes | null;
  /** The pair is refused: perhaps it is closed for a while. */
  readonly isRefused: boolean;
}

/** Until the next question: no longer than the break lasts, so that orders are taken again without a reload. */
const waitOf = ({ until, server_time: told }: TechBreak): number =>
  until === null ? ASK_MS : Math.min(ASK_MS, Math.max(0, Date.parse(until) - Date.parse(told)) + SOON_MS);

/** The break of the whole shop as the stream says it; null: the shop takes orders. */
const ofShop = ({ tech_break: told }: AvailabilityNews, locale: Locale): TechBreak | null =>
  told && { ...told, active: true, scope: 'shop', text: told.text?.[locale] ?? null };

/** The break as it is now: told by the stream, asked for when a pair is refused, and again while it lasts; null once orders are taken. */
export function useBreak(opened: TechBreak | null, { pair, isRefused }: Waiting): TechBreak | null {
  const { locale } = useWords();
  const [present, setPresent] = useState(opened);
  const [from, to] = [pair?.from ?? null, pair?.to ?? null];
  const askedOf = useRef(`${from} ${to} ${isRefused} 0`);
  const [turn, setTurn] = useState(0);
  useAvailability((news) => {
    const shop = ofShop(news, locale);
    if (shop !== null || present?.scope === 'shop') setPresent(shop);
    else if (present !== null && affects(news, from ?? '', to ?? '')) setTurn(turn + 1);
  });
  useEffect(() => {
    if (present === null && !isRefused) return;
    const key = `${from} ${to} ${isRefused} ${turn}`;
    const isWaiting = present !== null && askedOf.current === key;
    askedOf.current = key;
    const wait = isWaiting ? waitOf(present) : 0;
    const timer = setTimeout(() => {
      // The stream tells of an end that was moved, or never named
      if (isWaiting && wait === ASK_MS && isFollowed())
        return setPresent({ ...present, server_time: new Date(Date.parse(present.server_time) + wait).toISOString() });
      // Nobody answers: what was said last stands
      const ask = async () =>
        setPresent(await (await import('./ask-break.ts')).askBreak(locale, from === null || to === null ? null : { from, to }));
      ask().catch(() => setPresent((before) => (before === null ? null : { ...before })));
    }, wait);
    return () => clearTimeout(timer);
  }, [present, locale, from, to, isRefused, turn]);
  return present;
}

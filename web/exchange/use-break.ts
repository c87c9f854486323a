import { useEffect, useRef, useState } from 'react';
import type { TechBreak } from '#contract/public/public-notice.ts';
import type { Locale } from '#core/locale.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { affects, type AvailabilityChange, isStreamOpen } from '#web/live/availability.ts';
import { useAvailability } from '#web/live/use-availability.ts';
import type { PairCodes } from './read-break.ts';

/** Poll interval during a break while no stream is open: the end may move or be unknown. */
const POLL_MS = 10_000;
/** Margin after the end, until every process has ended the break. */
const GRACE_MS = 500;

export interface BreakSubject {
  readonly pair: PairCodes | null;
  /** The pair was refused, possibly because of a break. */
  readonly isRefused: boolean;
}

/** Delay to the next poll, at most until the end of the break. */
const pollDelayMs = ({ until, server_time: serverTime }: TechBreak): number =>
  until === null ? POLL_MS : Math.min(POLL_MS, Math.max(0, Date.parse(until) - Date.parse(serverTime)) + GRACE_MS);

/** Break of the whole shop in a stream event; null: none. */
const shopBreakOf = ({ tech_break: techBreak }: AvailabilityChange, locale: Locale): TechBreak | null =>
  techBreak && { ...techBreak, active: true, scope: 'shop', text: techBreak.text?.[locale] ?? null };

/** Current break: updated by the stream, loaded when a pair is refused, polled while it lasts; null: orders are accepted. */
export function useBreak(initialBreak: TechBreak | null, { pair, isRefused }: BreakSubject): TechBreak | null {
  const { locale } = useTranslation();
  const [current, setCurrent] = useState(initialBreak);
  const [from, to] = [pair?.from ?? null, pair?.to ?? null];
  const lastKey = useRef(`${from} ${to} ${isRefused} 0`);
  const [reloads, setReloads] = useState(0);
  useAvailability((change) => {
    const shopBreak = shopBreakOf(change, locale);
    if (shopBreak !== null || current?.scope === 'shop') setCurrent(shopBreak);
    else if (current !== null && affects(change, from ?? '', to ?? '')) setReloads(reloads + 1);
  });
  useEffect(() => {
    if (current === null && !isRefused) return;
    const key = `${from} ${to} ${isRefused} ${reloads}`;
    const isWaiting = current !== null && lastKey.current === key;
    lastKey.current = key;
    const delayMs = isWaiting ? pollDelayMs(current) : 0;
    const timer = setTimeout(() => {
      // An open stream reports changes of the end, so no request is sent and only the clock advances
      if (isWaiting && delayMs === POLL_MS && isStreamOpen())
        return setCurrent({ ...current, server_time: new Date(Date.parse(current.server_time) + delayMs).toISOString() });
      // Without a response the last state stays
      const load = async () =>
        setCurrent(await (await import('./read-break.ts')).fetchBreak(locale, from === null || to === null ? null : { from, to }));
      load().catch(() => setCurrent((previous) => (previous === null ? null : { ...previous })));
    }, delayMs);
    return () => clearTimeout(timer);
  }, [current, locale, from, to, isRefused, reloads]);
  return current;
}

import { useEffect, useMemo, useState } from 'react';
import { isReported } from '#ui/reports/report-errors.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { whenIdle } from '#web/shell/when-idle.ts';
import type { Place } from './country-rules.ts';
import type { Pair, System } from './systems.ts';

const loadRules = () => import('./country-rules.ts');
const ANYWHERE: Place = { country: null, excluded: new Set() };

/** Why the pair on the page is closed to this visitor. */
export interface ClosedHere {
  readonly country: string | null;
  /** The currency that is not exchanged there; null: the direction is closed to the country. */
  readonly currency: string | null;
}

/** Passes a failure on to whoever hears of faults (spec 4); a lost connection is none. */
function passOn(error: unknown): void {
  if (error instanceof Error && isReported(error)) globalThis.reportError(error);
}

/** Where the visitor is, once the page has come to rest: the page itself is everybody's. */
function useOwnPlace(): Place {
  const [place, setPlace] = useState(ANYWHERE);
  useEffect(() => {
    let isHere = true;
    const ask = async () => {
      const found = await (await loadRules()).findPlace();
      if (isHere) setPlace(found);
    };
    const calledOff = whenIdle(() => void ask().catch(passOn));
    return () => {
      isHere = false;
      calledOff();
    };
  }, []);
  return place;
}

/** What is offered to a visitor from where he is, and why the pair before him is not; the server decides the same once more. */
export function usePlace(
  systems: readonly System[],
  pair: Pair | undefined,
): { readonly offered: readonly System[]; readonly closed: ClosedHere | null } {
  const { locale } = useWords();
  const place = useOwnPlace();
  const { country, excluded } = place;
  const [denied, setDenied] = useState<string | null>(null);
  const key = pair === undefined ? null : `${pair.from.id} ${pair.to.id}`;
  useEffect(() => {
    if (country === null || pair === undefined || key === null) return undefined;
    let isHere = true;
    const ask = async () => {
      const isClosed = await (await loadRules()).isDenied(locale, pair, country);
      if (isHere) setDenied(isClosed ? key : null);
    };
    ask().catch(() => undefined);
    return () => {
      isHere = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the pair is its key: reserves of its systems move with every refresh
  }, [country, key, locale]);
  const offered = useMemo(
    () => (excluded.size === 0 ? systems : systems.filter((system) => !excluded.has(system.currency_iso_code))),
    [systems, excluded],
  );
  const currency = [pair?.from, pair?.to].find((system) => system !== undefined && excluded.has(system.currency_iso_code));
  const isDenied = denied !== null && denied === key;
  const closed = currency === undefined && !isDenied ? null : { country, currency: currency?.currency_iso_code ?? null };
  return { offered, closed };
}

import { useEffect, useMemo, useState } from 'react';
import { isReported } from '#ui/reports/report-errors.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { whenIdle } from '#web/loading/when-idle.ts';
import type { Restrictions } from './country-rules.ts';
import type { Pair, System } from '#web/catalogue/systems.ts';

const loadRules = () => import('./country-rules.ts');
const NO_RESTRICTIONS: Restrictions = { country: null, excluded: new Set() };

/** Why the pair is not available to this visitor. */
export interface PairRestriction {
  readonly country: string | null;
  /** The excluded currency; null: the direction excludes the country. */
  readonly currency: string | null;
}

/** Reports a failure (spec 4), except a lost connection. */
function reportFault(error: unknown): void {
  if (error instanceof Error && isReported(error)) globalThis.reportError(error);
}

/** Loaded when idle, because the page itself is cached for everyone. */
function useVisitorRestrictions(): Restrictions {
  const [restrictions, setRestrictions] = useState(NO_RESTRICTIONS);
  useEffect(() => {
    let isMounted = true;
    const load = async () => {
      const loaded = await (await loadRules()).getRestrictions();
      if (isMounted) setRestrictions(loaded);
    };
    const cancelIdle = whenIdle(() => void load().catch(reportFault));
    return () => {
      isMounted = false;
      cancelIdle();
    };
  }, []);
  return restrictions;
}

/** Systems available in the visitor's country, and why the pair is not. The server checks again. */
export function useRestrictions(
  systems: readonly System[],
  pair: Pair | undefined,
): { readonly offered: readonly System[]; readonly restriction: PairRestriction | null } {
  const { locale } = useTranslation();
  const restrictions = useVisitorRestrictions();
  const { country, excluded } = restrictions;
  const [deniedKey, setDeniedKey] = useState<string | null>(null);
  const key = pair === undefined ? null : `${pair.from.id} ${pair.to.id}`;
  useEffect(() => {
    if (country === null || pair === undefined || key === null) return undefined;
    let isMounted = true;
    const load = async () => {
      const isDenied = await (await loadRules()).isDirectionDenied(locale, pair, country);
      if (isMounted) setDeniedKey(isDenied ? key : null);
    };
    load().catch(() => undefined);
    return () => {
      isMounted = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the pair is its key: reserves of its systems change with every refresh
  }, [country, key, locale]);
  const offered = useMemo(
    () => (excluded.size === 0 ? systems : systems.filter((system) => !excluded.has(system.currency_iso_code))),
    [systems, excluded],
  );
  const currency = [pair?.from, pair?.to].find((system) => system !== undefined && excluded.has(system.currency_iso_code));
  const isDenied = deniedKey !== null && deniedKey === key;
  const restriction = currency === undefined && !isDenied ? null : { country, currency: currency?.currency_iso_code ?? null };
  return { offered, restriction };
}

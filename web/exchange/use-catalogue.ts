import { useEffect, useRef, useState } from 'react';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { whenIdle } from '#web/loading/when-idle.ts';
import type { AvailabilityChange } from '#web/live/availability.ts';
import { useAvailability } from '#web/live/use-availability.ts';
import { loadOptional } from '#web/loading/late-parts.ts';
import type { System } from '#web/catalogue/systems.ts';

/** Longest wait for the visitor's country before the list is loaded. */
const COUNTRY_WAIT_MS = 1_000;
const wait = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), ms));

/** The reloads of all open pages are spread over this time. */
const RELOAD_SPREAD_MS = 3_000;

export interface Catalogue {
  readonly systems: readonly System[];
  /** Loads the complete systems; undefined: no response. */
  readonly loadAll: () => Promise<readonly System[] | undefined>;
}

/** Systems of the page: summaries at first; the complete list is loaded when idle or on demand. */
export function useCatalogue(initialSystems: readonly System[]): Catalogue {
  const { locale } = useTranslation();
  const [systems, setSystems] = useState(initialSystems);
  const displayedSystems = useRef(initialSystems);
  const display = (next: readonly System[]) => {
    displayedSystems.current = next;
    setSystems(next);
  };
  const pendingLoad = useRef<Promise<readonly System[] | undefined> | null>(null);
  const loadAll = (): Promise<readonly System[] | undefined> => {
    const load = async () => {
      const [{ listSystems }, { getRestrictions }] = await Promise.all([
        import('#web/catalogue/list-systems.ts'),
        import('./country-rules.ts'),
      ]);
      // While the country is unknown the list is not filtered; the server decides
      const restrictions = await Promise.race([getRestrictions().catch(() => undefined), wait(COUNTRY_WAIT_MS)]);
      const loaded = await listSystems(browserTransport(locale), restrictions?.excluded);
      if (loaded === undefined) pendingLoad.current = null;
      else display(loaded);
      return loaded;
    };
    pendingLoad.current ??= load().catch(() => {
      pendingLoad.current = null;
      return undefined;
    });
    return pendingLoad.current;
  };
  const reloadTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(loadAll);
  latest.current = loadAll;
  const apply = async (changes: AvailabilityChange['changes']) => {
    const code = changes === null ? undefined : await loadOptional(() => import('#web/catalogue/list-systems.ts'));
    const updated = changes === null ? undefined : code?.applyPairChanges(displayedSystems.current, changes);
    if (updated !== undefined) return display(updated);
    pendingLoad.current = null;
    reloadTimer.current = setTimeout(() => void latest.current(), Math.random() * RELOAD_SPREAD_MS);
  };
  useAvailability(({ changes }) => void apply(changes));
  useEffect(() => () => clearTimeout(reloadTimer.current), []);
  useEffect(() => whenIdle(() => void latest.current()), []);
  return { systems, loadAll };
}

import { useEffect, useRef, useState } from 'react';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { whenIdle } from '#web/shell/when-idle.ts';
import type { AvailabilityNews } from '#web/live/availability.ts';
import { useAvailability } from '#web/live/use-availability.ts';
import { loadOptional } from '#web/shell/late-parts.ts';
import type { System } from './systems.ts';

/** The list does not wait longer for the visitor's country. */
const PLACE_WAIT_MS = 1_000;
const pause = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), ms));

/** Every open page reads the list again: not all in the same moment. */
const RENEW_SPREAD_MS = 3_000;

export interface Catalogue {
  readonly systems: readonly System[];
  /** The catalogue with everything that is known of each system; undefined where nobody answers. */
  readonly whole: () => Promise<readonly System[] | undefined>;
}

/**
 * The page brings what it shows of each payment system, and everything only of the two that are exchanged. The rest comes when the page
 * has come to rest, or at the first need of it.
 */
export function useCatalogue(opened: readonly System[]): Catalogue {
  const { locale } = useWords();
  const [systems, setSystems] = useState(opened);
  const shown = useRef(opened);
  const show = (next: readonly System[]) => {
    shown.current = next;
    setSystems(next);
  };
  const asked = useRef<Promise<readonly System[] | undefined> | null>(null);
  const whole = (): Promise<readonly System[] | undefined> => {
    const load = async () => {
      const [{ listSystems }, { findPlace }] = await Promise.all([import('./list-systems.ts'), import('./country-rules.ts')]);
      // Where nobody knows the place, the list is whole, and the server decides
      const place = await Promise.race([findPlace().catch(() => undefined), pause(PLACE_WAIT_MS)]);
      const listed = await listSystems(browserTransport(locale), place?.excluded);
      if (listed === undefined) asked.current = null;
      else show(listed);
      return listed;
    };
    asked.current ??= load().catch(() => {
      asked.current = null;
      return undefined;
    });
    return asked.current;
  };
  const renewal = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(whole);
  latest.current = whole;
  const apply = async (changes: AvailabilityNews['changes']) => {
    const late = changes === null ? undefined : await loadOptional(() => import('./with-changes.ts'));
    const changed = changes === null ? undefined : late?.withChanges(shown.current, changes);
    if (changed !== undefined) return show(changed);
    asked.current = null;
    renewal.current = setTimeout(() => void latest.current(), Math.random() * RENEW_SPREAD_MS);
  };
  useAvailability(({ changes }) => void apply(changes));
  useEffect(() => () => clearTimeout(renewal.current), []);
  useEffect(() => whenIdle(() => void latest.current()), []);
  return { systems, whole };
}

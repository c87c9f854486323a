import { useEffect, useRef, useState } from 'react';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { whenIdle } from '#web/shell/when-idle.ts';
import type { System } from './systems.ts';

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
  const asked = useRef<Promise<readonly System[] | undefined> | null>(null);
  const whole = (): Promise<readonly System[] | undefined> => {
    const load = async () => {
      const { listSystems } = await import('./list-systems.ts');
      const listed = await listSystems(browserTransport(locale));
      if (listed === undefined) asked.current = null;
      else setSystems(listed);
      return listed;
    };
    asked.current ??= load().catch(() => {
      asked.current = null;
      return undefined;
    });
    return asked.current;
  };
  const latest = useRef(whole);
  latest.current = whole;
  useEffect(() => whenIdle(() => void latest.current()), []);
  return { systems, whole };
}

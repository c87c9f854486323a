import { useEffect, useLayoutEffect, useRef } from 'react';
import { keyName } from './key-name.ts';

/** Steps may be held down; a decision is made once for every press. */
const REPEATABLE: ReadonlySet<string> = new Set(['j', 'k', 'ArrowUp', 'ArrowDown']);

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** A focused button or link has an Enter of its own, an open list its arrows. */
const hasOwn = (name: string, target: EventTarget | null): boolean => name === 'Enter' && target !== document.body;

/**
 * Keys of a page, by their place on the board (`keyName`). `page`: not while something is typed; `everywhere`: in fields too.
 * The newest functions are called, so they need not keep their identity.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>, where: 'page' | 'everywhere' = 'page'): void {
  const latest = useRef(keys);
  // With the screen, not after it: a key does what is to be read at the moment it is pressed
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || (where === 'page' && isField(event.target))) return;
      const name = keyName(event);
      if (name === null || (event.repeat && !REPEATABLE.has(name)) || hasOwn(name, event.target)) return;
      const act = latest.current[name];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [where]);
}

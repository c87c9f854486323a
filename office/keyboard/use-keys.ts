import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { keyName } from './key-name.ts';
import { type KeyNames, showKeys } from './shown-keys.ts';

/** Keys that repeat while held down; all others act once per press. */
const REPEATABLE: ReadonlySet<string> = new Set(['j', 'k', 'ArrowUp', 'ArrowDown']);

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Enter belongs to a focused button or link. */
const belongsToTarget = (name: string, target: EventTarget | null): boolean => name === 'Enter' && target !== document.body;

/** Keys of a page do nothing under an open dialog. */
const isInDialog = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[aria-modal="true"]') !== null;

/**
 * Keyboard shortcuts by physical key (`keyName`). `page`: not in fields; `everywhere`: in fields too.
 * The latest functions are called, so they need not keep their identity. `names`: a constant, for the list that `?` shows.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>, where: 'page' | 'everywhere' = 'page', names?: KeyNames): void {
  const latest = useRef(keys);
  // In the layout phase, so that a key acts on what the screen shows
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || (where === 'page' && (isField(event.target) || isInDialog(event.target)))) return;
      const name = keyName(event);
      if (name === null || (event.repeat && !REPEATABLE.has(name)) || belongsToTarget(name, event.target)) return;
      const act = latest.current[name];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [where]);
  useEffect(() => (names === undefined ? undefined : showKeys(names)), [names]);
}

/** Ctrl+Enter in a multi-line field submits its form. */
export function sendByKeys(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
}

import { type RefObject, useEffect } from 'react';
import { keyName } from '#office/keyboard/key-name.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** On screens with a list, `/` focuses the list's search. */
const hasListSearch = (): boolean => document.querySelector('main input[type="search"]') !== null;

/** Focuses the search on Ctrl+K (⌘K), or `/` outside of fields; by key position, in every layout. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === 'KeyK';
      const isSlash = keyName(event) === '/' && !isTyping(event.target) && !hasListSearch();
      if (!isCommand && !isSlash) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [field]);
}

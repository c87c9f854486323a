import { useEffect } from 'react';

/** Key by its place: the same on a Russian layout, where Alt+Q types another letter. */
const keyOf = (event: KeyboardEvent): string => `Alt+${event.code.replace('Key', '')}`;

/** Links that act as buttons are pressed by the space bar too. */
function pressBySpace(event: KeyboardEvent): void {
  if (event.key !== ' ' || !(event.target instanceof HTMLElement) || !event.target.matches('a[role=button]')) return;
  event.preventDefault();
  event.target.click();
}

/** Presses the control that names the pressed keys in `aria-keyshortcuts`. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      pressBySpace(event);
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat || !/^Key[A-Z]$/.test(event.code)) return;
      // Behind an open dialog the page is inert
      const control = document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${keyOf(event)}"]`);
      if (control === null || document.querySelector('[role=dialog], dialog:modal') !== null) return;
      event.preventDefault();
      control.click();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

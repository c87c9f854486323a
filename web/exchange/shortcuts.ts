/** Key by its place: the same on a Russian layout, where Alt+Q types another letter. */
const keyOf = (event: KeyboardEvent): string => `Alt+${event.code.replace('Key', '')}`;

/** Links that act as buttons are pressed by the space bar too. */
function pressBySpace(event: KeyboardEvent): void {
  if (event.key !== ' ' || !(event.target instanceof HTMLElement) || !event.target.matches('a[role=button]')) return;
  event.preventDefault();
  event.target.click();
}

/** Presses the control that names the pressed keys in `aria-keyshortcuts`; there is none on other pages. */
function onKey(event: KeyboardEvent): void {
  pressBySpace(event);
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat || !/^Key[A-Z]$/.test(event.code)) return;
  // Behind an open dialog the page is inert
  const control = document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${keyOf(event)}"]`);
  if (control === null || document.querySelector('[role=dialog], dialog:modal') !== null) return;
  event.preventDefault();
  control.click();
}

/** Listens for shortcuts; a repeated call changes nothing. */
export const listen = (): void => document.addEventListener('keydown', onKey);

let onBack: (() => void) | null = null;

/** Has the next step back close what is open instead of leaving the page; null gives it back to the router. */
export function catchBack(react: (() => void) | null): void {
  onBack = react;
}

/** Must run before the router listens: on the window the first listener comes first, whatever its phase. */
export function watchBack(): void {
  globalThis.addEventListener('popstate', (event) => {
    if (onBack === null) return;
    // The page under the dialog is the same: the router has nothing to do
    event.stopImmediatePropagation();
    onBack();
  });
}

import { useSyncExternalStore } from 'react';

/** Event of Chromium when the site can be installed; other browsers offer it only in their menu. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

const isOffer = (event: Event): event is InstallOffer => 'prompt' in event;

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function setOffer(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Stores the offer: the event comes once, soon after load. The browser's own prompt is suppressed. */
export function watchInstall(): void {
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    if (!isOffer(event)) return;
    event.preventDefault();
    setOffer(event);
  });
  globalThis.addEventListener('appinstalled', () => setOffer(null));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const install = (): void => void offer?.prompt().finally(() => setOffer(null));

/** Installs the site as an app; null: the browser has not offered it. */
export const useInstall = (): (() => void) | null =>
  useSyncExternalStore(
    subscribe,
    () => offer,
    () => null,
  ) === null
    ? null
    : install;

import { useSyncExternalStore } from 'react';

/** What Chromium hands over when the site can be installed; other browsers do it by their menu alone. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

const isOffer = (event: Event): event is InstallOffer => 'prompt' in event;

let offer: InstallOffer | null = null;
const readers = new Set<() => void>();

function keep(next: InstallOffer | null): void {
  offer = next;
  for (const read of readers) read();
}

/** Keeps the offer for whoever asks for it: it comes once, soon after the page, and nothing ever asks a visitor. */
export function watchInstall(): void {
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    if (!isOffer(event)) return;
    event.preventDefault();
    keep(event);
  });
  globalThis.addEventListener('appinstalled', () => keep(null));
}

function subscribe(read: () => void): () => void {
  readers.add(read);
  return () => readers.delete(read);
}

const accept = (): void => void offer?.prompt().finally(() => keep(null));

/** Installs the site as a program of the device; null where the browser has not offered it. */
export const useInstall = (): (() => void) | null =>
  useSyncExternalStore(
    subscribe,
    () => offer,
    () => null,
  ) === null
    ? null
    : accept;

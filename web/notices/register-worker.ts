/** Registers the service worker: it shows notices, and an offline page. A new version replaces the old one at once. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' });
  return await navigator.serviceWorker.ready;
}

/** Registers it without waiting; does nothing where it is not supported. */
export function tryRegisterWorker(): void {
  if ('serviceWorker' in navigator)
    void navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' }).catch(() => undefined);
}

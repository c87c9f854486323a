/** Our worker of the browser: it shows notices, and a page of its own where there is no connection. An older one gives way at once. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' });
  return await navigator.serviceWorker.ready;
}

/** For pages whose person comes back to them; a browser without workers goes on without. */
export function keepWorker(): void {
  if ('serviceWorker' in navigator)
    void navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' }).catch(() => undefined);
}

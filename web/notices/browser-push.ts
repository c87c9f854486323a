import type { BrowserSubscription } from './notice-api.ts';
import { registerWorker } from './register-worker.ts';

/** Whether this browser supports push, and whether the customer has denied it. */
export type PushState = 'unsupported' | 'denied' | 'possible';

export function pushState(): PushState {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

const base64urlOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Readable name of a browser: program and platform. */
function nameOf(agent: string): string {
  const program = /(?:Edg|OPR|YaBrowser|Firefox|Chrome|Safari)/.exec(agent.replace(/Chrome(?=.*(?:Edg|OPR|YaBrowser))/, ''))?.[0] ?? '';
  const platform = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0] ?? '';
  const displayNames: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', YaBrowser: 'Yandex' };
  return [displayNames[program] ?? program, platform].filter((part) => part !== '').join(', ');
}

/** Asks for permission and subscribes at the browser's push service. Call only after a press. */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription | 'denied'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const registration = await registerWorker();
  const key = bytesOf(publicKey);
  const existing = await registration.pushManager.getSubscription();
  // A subscription for another key refuses our messages
  if (existing !== null && base64urlOf(existing.options.applicationServerKey) !== base64urlOf(key.buffer)) await existing.unsubscribe();
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return {
    endpoint: subscription.endpoint,
    p256dh: base64urlOf(subscription.getKey('p256dh')),
    auth: base64urlOf(subscription.getKey('auth')),
    name: nameOf(navigator.userAgent),
  };
}

const keyOf = (scope: string): string => `notices.${scope}`;

/** Id of this browser among the channels; null: not stored, or the browser has no storage. */
export function storedBrowserId(scope: string): string | null {
  try {
    return localStorage.getItem(keyOf(scope));
  } catch {
    return null;
  }
}

export function storeBrowserId(scope: string, id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(keyOf(scope));
    else localStorage.setItem(keyOf(scope), id);
  } catch {
    // Without storage this browser is listed among the others
  }
}

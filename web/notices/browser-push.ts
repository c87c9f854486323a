import type { BrowserPlace } from './notice-api.ts';
import { registerWorker } from './register-worker.ts';

/** Whether this browser can be told, and what its person has said about it. */
export type PushState = 'unsupported' | 'denied' | 'possible';

export function pushState(): PushState {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const textOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** What its person knows it by: the program and what it runs on. */
function nameOf(agent: string): string {
  const program = /(?:Edg|OPR|YaBrowser|Firefox|Chrome|Safari)/.exec(agent.replace(/Chrome(?=.*(?:Edg|OPR|YaBrowser))/, ''))?.[0] ?? '';
  const on = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0] ?? '';
  const named: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', YaBrowser: 'Yandex' };
  return [named[program] ?? program, on].filter((word) => word !== '').join(', ');
}

/** Asks for permission, after a press alone, and for an address at the browser's push service. */
export async function subscribeBrowser(publicKey: string): Promise<BrowserPlace | 'denied'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const registration = await registerWorker();
  const key = bytesOf(publicKey);
  const known = await registration.pushManager.getSubscription();
  // Bound to another key, of a shop that stood here before: it takes nothing of ours
  if (known !== null && textOf(known.options.applicationServerKey) !== textOf(key.buffer)) await known.unsubscribe();
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return {
    endpoint: made.endpoint,
    p256dh: textOf(made.getKey('p256dh')),
    auth: textOf(made.getKey('auth')),
    name: nameOf(navigator.userAgent),
  };
}

const keyOf = (scope: string): string => `notices.${scope}`;

/** Which of the places this browser is; it may have no memory. */
export function ownPlace(scope: string): string | null {
  try {
    return localStorage.getItem(keyOf(scope));
  } catch {
    return null;
  }
}

export function keepOwnPlace(scope: string, id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(keyOf(scope));
    else localStorage.setItem(keyOf(scope), id);
  } catch {
    // It is in the list all the same
  }
}

/* Draft and unsent messages of a thread in `sessionStorage`: gone with the tab, never in a URL. The names are stored as JSON. */
export interface UnsentMessage {
  readonly key: string;
  readonly text: string;
  /** Captcha token of the last send: under one idempotency key it must not change. */
  readonly proof?: string | undefined;
}

interface StoredThread {
  readonly draft: string;
  readonly unsent: readonly UnsentMessage[];
}

const EMPTY: StoredThread = { draft: '', unsent: [] };
const storageKey = (orderId: string | undefined): string => `chat:${orderId ?? ''}`;

const isUnsentMessage = (value: unknown): value is UnsentMessage =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'text' in value &&
  typeof value.text === 'string' &&
  (!('proof' in value) || typeof value.proof === 'string');

export function readStoredThread(orderId: string | undefined): StoredThread {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(orderId)) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('draft' in stored) || !('unsent' in stored)) return EMPTY;
    return {
      draft: typeof stored.draft === 'string' ? stored.draft : '',
      unsent: Array.isArray(stored.unsent) ? stored.unsent.filter(isUnsentMessage) : [],
    };
  } catch {
    return EMPTY;
  }
}

export function storeThread(orderId: string | undefined, stored: StoredThread): void {
  try {
    if (stored.draft === '' && stored.unsent.length === 0) sessionStorage.removeItem(storageKey(orderId));
    else sessionStorage.setItem(storageKey(orderId), JSON.stringify(stored));
  } catch {
    // No storage: lost with the page
  }
}

const USED_KEY = 'chat';

/** Marks that this browser has used the chat: its pages then check for unread messages. */
export function markChatUsed(): void {
  try {
    localStorage.setItem(USED_KEY, '1');
  } catch {
    // No storage: order and account pages check anyway
  }
}

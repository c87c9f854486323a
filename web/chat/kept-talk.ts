/*
 * What a page keeps of a talk in its own tab: what is typed, and what was not taken yet. Gone with the tab; nothing of it is in an address.
 */
export interface Unsent {
  readonly key: string;
  readonly text: string;
  /** The proof that it was last sent with: under its key it is the same message only with the same proof. */
  readonly proof?: string | undefined;
}

interface Kept {
  readonly draft: string;
  readonly unsent: readonly Unsent[];
}

const NOTHING: Kept = { draft: '', unsent: [] };
const nameOf = (orderId: string | undefined): string => `chat:${orderId ?? ''}`;

const isUnsent = (one: unknown): one is Unsent =>
  typeof one === 'object' &&
  one !== null &&
  'key' in one &&
  typeof one.key === 'string' &&
  'text' in one &&
  typeof one.text === 'string' &&
  (!('proof' in one) || typeof one.proof === 'string');

export function takeKept(orderId: string | undefined): Kept {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(orderId)) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('draft' in kept) || !('unsent' in kept)) return NOTHING;
    return {
      draft: typeof kept.draft === 'string' ? kept.draft : '',
      unsent: Array.isArray(kept.unsent) ? kept.unsent.filter(isUnsent) : [],
    };
  } catch {
    return NOTHING;
  }
}

export function keep(orderId: string | undefined, kept: Kept): void {
  try {
    if (kept.draft === '' && kept.unsent.length === 0) sessionStorage.removeItem(nameOf(orderId));
    else sessionStorage.setItem(nameOf(orderId), JSON.stringify(kept));
  } catch {
    // A browser that stores nothing: it is then lost with the page
  }
}

const USED = 'chat';

/** Notes that this browser has talked: its pages look for news from then on (`ChatDoor.tsx`). */
export function noteUsed(): void {
  try {
    localStorage.setItem(USED, '1');
  } catch {
    // It is looked for again where an order is
  }
}

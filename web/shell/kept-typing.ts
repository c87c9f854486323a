/*
 * What is typed outlives a change of language. The page in the other language is another document, so every form that is open says what
 * stands in it at the moment the switch is pressed; the next document takes it once. Nothing of it is in an address, nothing stays behind.
 */
const PREFIX = 'typed:';
/** Long enough for a slow page; what is older belongs to another visit. */
const KEPT_MS = 60_000;

type Read = () => unknown;
const forms = new Map<string, Read>();

/** A form's own name for itself and how to read what stands in it; gives the way to leave. */
export function keepTyping(name: string, read: Read): () => void {
  forms.set(name, read);
  return () => void (forms.get(name) === read && forms.delete(name));
}

/** Hands something typed to a form of the next page, once. */
export function passTyping(name: string, typed: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify({ at: Date.now(), typed }));
  } catch {
    // A browser that stores nothing: the form is then empty, as after any reload
  }
}

/** Called when the language is about to change. */
export function saveTyping(): void {
  for (const [name, read] of forms) passTyping(name, read());
}

/** What stood in a form before the language changed, once; undefined when nothing did. It is the page's own, still to be checked. */
export function takeTyping(name: string): unknown {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    sessionStorage.removeItem(PREFIX + name);
    const kept: unknown = text === null ? undefined : JSON.parse(text);
    if (typeof kept !== 'object' || kept === null || !('at' in kept) || !('typed' in kept)) return undefined;
    return typeof kept.at === 'number' && Date.now() - kept.at < KEPT_MS ? kept.typed : undefined;
  } catch {
    return undefined;
  }
}

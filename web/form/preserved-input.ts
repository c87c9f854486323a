/*
 * Form input survives a change of language, which is another document: stored in `sessionStorage` (never in a URL) when the switch is
 * pressed, taken once and removed.
 */
const PREFIX = 'typed:';
/** Long enough for a slow page load; older input belongs to another visit. */
const MAX_AGE_MS = 60_000;

type ReadForm = () => unknown;
const forms = new Map<string, ReadForm>();

/** Registers a form by name with a function that reads its input. Returns the function that unregisters it. */
export function registerInput(name: string, read: ReadForm): () => void {
  forms.set(name, read);
  return () => void (forms.get(name) === read && forms.delete(name));
}

/** Stores the input of one form for the next page. */
export function preserveInput(name: string, input: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify({ at: Date.now(), typed: input }));
  } catch {
    // No storage: the form is then empty, as after a reload
  }
}

/** Stores the input of all registered forms; called before the language changes. */
export function preserveInputs(): void {
  for (const [name, read] of forms) preserveInput(name, read());
}

/** Takes and removes the stored input of a form; undefined: none. Unvalidated: the caller checks its shape. */
export function takeInput(name: string): unknown {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    sessionStorage.removeItem(PREFIX + name);
    const stored: unknown = text === null ? undefined : JSON.parse(text);
    if (typeof stored !== 'object' || stored === null || !('at' in stored) || !('typed' in stored)) return undefined;
    return typeof stored.at === 'number' && Date.now() - stored.at < MAX_AGE_MS ? stored.typed : undefined;
  } catch {
    return undefined;
  }
}

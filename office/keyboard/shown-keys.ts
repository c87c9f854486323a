/** Keys by the name of their message (`office.keys.<name>`): `{ rows: 'j k' }`. */
export type KeyNames = Readonly<Record<string, string>>;

const shown = new Map<symbol, KeyNames>();

/** Adds the keys of a mounted part to the list that `?` shows; the result removes them. */
export function showKeys(names: KeyNames): () => void {
  const part = Symbol('keys');
  shown.set(part, names);
  return () => void shown.delete(part);
}

/** The keys of everything on the screen. */
export const shownKeys = (): KeyNames => Object.fromEntries([...shown.values()].flatMap((names) => Object.entries(names)));

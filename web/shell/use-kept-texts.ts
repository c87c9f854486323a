import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { keepTyping, takeTyping } from './kept-typing.ts';

type Texts = Readonly<Record<string, string>>;

const isTexts = (value: unknown): value is Texts =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((text) => typeof text === 'string');

/** Texts of a small form by the names of its fields; they come along when the language changes. `name` tells the form from all others. */
export function useKeptTexts(name: string): readonly [Texts, Dispatch<SetStateAction<Texts>>] {
  const [texts, setTexts] = useState<Texts>({});
  const now = useRef(texts);
  now.current = texts;
  useEffect(() => {
    const kept = takeTyping(name);
    // oxlint-disable-next-line react/set-state-in-effect -- the served page knows nothing of it, and the first drawing must be the served one
    if (isTexts(kept)) setTexts((typed) => ({ ...kept, ...typed }));
    return keepTyping(name, () => now.current);
  }, [name]);
  return [texts, setTexts];
}

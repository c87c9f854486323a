import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { registerInput, takeInput } from '#web/form/preserved-input.ts';

type Texts = Readonly<Record<string, string>>;

const isTexts = (value: unknown): value is Texts =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((text) => typeof text === 'string');

/** Values of a small form by field name, preserved across a change of language. `name` identifies the form. */
export function usePreservedTexts(name: string): readonly [Texts, Dispatch<SetStateAction<Texts>>] {
  const [texts, setTexts] = useState<Texts>({});
  const latest = useRef(texts);
  latest.current = texts;
  useEffect(() => {
    const stored = takeInput(name);
    // oxlint-disable-next-line react/set-state-in-effect -- the server does not know the stored input, and the first render must match the served markup
    if (isTexts(stored)) setTexts((current) => ({ ...stored, ...current }));
    return registerInput(name, () => latest.current);
  }, [name]);
  return [texts, setTexts];
}

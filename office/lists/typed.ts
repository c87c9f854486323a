import { useEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const TYPING_PAUSE_MS = 200;

/** Marks an address that was written by typing: it follows the text and never leads it. */
export const TYPED = { isTyped: true } as const;

const isTyped = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isTyped' in state;

export interface SearchText {
  /** What stands in the field. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Asks for the text at once, without waiting for the end of typing. */
  readonly settle: (text: string) => void;
}

/**
 * The text of a search field. It belongs to whoever types: the address follows it after a pause and never changes it, except
 * where it was changed by something else ("back", a view chosen by key).
 */
export function useSearchText(q: string, type: (q: string) => void): SearchText {
  const { key, state } = useLocation();
  const navigation = useNavigationType();
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    if (navigation === NavigationType.Pop || !isTyped(state)) setText(q);
  }
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === q) return undefined;
    const pause = setTimeout(() => type(wanted), TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [wanted, q, type]);
  const settle = (now: string) => {
    setText(now);
    if (now.trim() !== q) type(now.trim());
  };
  return { text, setText, settle };
}

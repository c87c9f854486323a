import { useEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const TYPING_PAUSE_MS = 200;

/** Marks an address that was written by typing. */
export const TYPED = { isTyped: true } as const;

const isTyped = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isTyped' in state;

export interface SearchText {
  /** The field's text. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Searches at once, without waiting for the pause. */
  readonly settle: (text: string) => void;
}

/**
 * The text of a search field. The address follows after a pause. The text follows the address only when that was changed elsewhere ("back",
 * a view chosen by key).
 */
export function useSearchText(q: string, onType: (q: string) => void): SearchText {
  const { key, state } = useLocation();
  const navigation = useNavigationType();
  const [text, setText] = useState(q);
  const [locationKey, setLocationKey] = useState(key);
  if (locationKey !== key) {
    setLocationKey(key);
    if (navigation === NavigationType.Pop || !isTyped(state)) setText(q);
  }
  const trimmed = text.trim();
  useEffect(() => {
    if (trimmed === q) return undefined;
    const pause = setTimeout(() => onType(trimmed), TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [trimmed, q, onType]);
  const settle = (now: string) => {
    setText(now);
    if (now.trim() !== q) onType(now.trim());
  };
  return { text, setText, settle };
}

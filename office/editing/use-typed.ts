import { useState } from 'react';
import { useEditing } from './editing.ts';

/** What is typed over what was stored, held while it differs from what was saved last. */
export function useTyped<Draft>(first: Draft) {
  const [typed, setTyped] = useState(first);
  const [saved, setSaved] = useState(first);
  const isGone = useEditing(JSON.stringify(typed) !== JSON.stringify(saved));
  return { typed, setTyped, isGone, markSaved: () => setSaved(typed), renew: () => setTyped(saved) };
}

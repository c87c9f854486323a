import { useRef, useState } from 'react';
import type { CallError } from '#contract/call-errors.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { CardForm } from './card-form.ts';
import type { Photo } from './read-photo.ts';
import { type Card, sendCard, toCard } from './wire.ts';

export interface Sending {
  /** How much of the photo has gone; null while nothing is sent. */
  readonly percent: number | null;
  readonly errors: readonly CallError[];
  /** Nobody answered: the same is sent again, and counts once. */
  readonly isUnanswered: boolean;
  /** The card as it waits now, or what was wrong with it; nothing where nobody answered. */
  readonly send: (form: CardForm, photo: Photo) => Promise<Card | readonly CallError[]>;
  /** What was wrong is being put right. */
  readonly forget: () => void;
}

/** Sends a card with its photo. The key is kept until it is answered, so that a dropped line never sends it twice. */
export function useSending(orderId: string | null): Sending {
  const { locale } = useWords();
  const [percent, setPercent] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Pick<Sending, 'errors' | 'isUnanswered'>>({ errors: [], isUnanswered: false });
  const key = useRef<{ what: string; key: string } | null>(null);

  const send: Sending['send'] = async (form, photo) => {
    const what = JSON.stringify([form, photo.url, photo.name]);
    if (key.current?.what !== what) key.current = { what, key: crypto.randomUUID() };
    setPercent(0);
    setOutcome({ errors: [], isUnanswered: false });
    const answer = await sendCard({ locale, orderId, form, photo, idempotencyKey: key.current.key, onSent: setPercent });
    setPercent(null);
    if (answer.ok) {
      key.current = null;
      return toCard(answer.data);
    }
    if (answer.status !== 0 && answer.status < 500) key.current = null;
    setOutcome({ errors: answer.errors, isUnanswered: answer.errors.length === 0 });
    return answer.errors;
  };
  return { percent, ...outcome, send, forget: () => setOutcome({ errors: [], isUnanswered: false }) };
}

import { useRef, useState } from 'react';
import type { CallError } from '#contract/call-errors.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { CardForm } from './card-form.ts';
import type { Photo } from './read-photo.ts';
import { type Card, sendCard, toCard } from './wire.ts';

export interface CardUpload {
  /** Share of the photo uploaded, 0 to 100; null: no upload runs. */
  readonly percent: number | null;
  readonly errors: readonly CallError[];
  /** No response arrived: the retry has the same idempotency key. */
  readonly isUnanswered: boolean;
  /** The submitted card, or the errors; an empty list: no response arrived. */
  readonly send: (form: CardForm, photo: Photo) => Promise<Card | readonly CallError[]>;
  /** Called when the input is edited. */
  readonly clearErrors: () => void;
}

/** Uploads a card with its photo. The idempotency key is kept until a response arrives, so that a lost connection submits it once. */
export function useCardUpload(orderId: string | null): CardUpload {
  const { locale } = useTranslation();
  const [percent, setPercent] = useState<number | null>(null);
  const [result, setResult] = useState<Pick<CardUpload, 'errors' | 'isUnanswered'>>({ errors: [], isUnanswered: false });
  const attempt = useRef<{ what: string; key: string } | null>(null);

  const send: CardUpload['send'] = async (form, photo) => {
    const content = JSON.stringify([form, photo.url, photo.name]);
    if (attempt.current?.what !== content) attempt.current = { what: content, key: crypto.randomUUID() };
    setPercent(0);
    setResult({ errors: [], isUnanswered: false });
    const response = await sendCard({ locale, orderId, form, photo, idempotencyKey: attempt.current.key, onSent: setPercent });
    setPercent(null);
    if (response.ok) {
      attempt.current = null;
      return toCard(response.data);
    }
    if (response.status !== 0 && response.status < 500) attempt.current = null;
    setResult({ errors: response.errors, isUnanswered: response.errors.length === 0 });
    return response.errors;
  };
  return { percent, ...result, send, clearErrors: () => setResult({ errors: [], isUnanswered: false }) };
}

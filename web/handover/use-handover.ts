import { useEffect, useState } from 'react';
import { call } from '#contract/call.ts';
import { createHandover, getHandover } from '#contract/public/handovers.ts';
import type { Locale } from '#core/locale.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

const POLL_MS = 2_000;

/** State of the code shown. */
export type HandoverState =
  | { readonly kind: 'making' }
  | { readonly kind: 'waiting'; readonly token: string; readonly leftMs: number }
  | { readonly kind: 'opened' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string | undefined };

interface FollowOptions {
  readonly orderId: string;
  readonly locale: Locale;
  readonly signal: AbortSignal;
  readonly onState: (handed: HandoverState) => void;
}

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, POLL_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Creates a code and polls it until it is used or expires. A failed poll is retried: the code stays valid. */
async function follow({ orderId, locale, signal, onState }: FollowOptions): Promise<void> {
  const transport = browserTransport(locale);
  const created = await call(createHandover, { params: { id: orderId }, signal }, transport);
  if (signal.aborted) return;
  if (!created.ok) return onState({ kind: 'failed', message: created.errors[0]?.message });
  const { token = '', expires_at: ends, server_time: now } = created.data.attributes;
  const endsAt = Date.now() + Date.parse(ends) - Date.parse(now);
  while (!signal.aborted) {
    const leftMs = endsAt - Date.now();
    if (leftMs <= 0) return onState({ kind: 'ended' });
    onState({ kind: 'waiting', token, leftMs });
    // oxlint-disable-next-line no-await-in-loop -- polled one after the other
    await pause(signal);
    if (signal.aborted) return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    const response = await call(getHandover, { params: { id: orderId, handover_id: created.data.id }, signal }, transport);
    if (signal.aborted) return;
    if (response.ok && response.data.attributes.state !== 'waiting') return onState({ kind: response.data.attributes.state });
    // A newer code has replaced this one
    if (response.status === 404) return onState({ kind: 'ended' });
  }
}

/** State of a code for the phone: created on mount and on each `renew()`. */
export function useHandover(orderId: string): { readonly state: HandoverState; readonly renew: () => void } {
  const { locale } = useTranslation();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<HandoverState>({ kind: 'making' });
  useEffect(() => {
    const controller = new AbortController();
    void follow({ orderId, locale, signal: controller.signal, onState: setState });
    return () => controller.abort();
  }, [orderId, locale, attempt]);
  const renew = () => {
    setState({ kind: 'making' });
    setAttempt(attempt + 1);
  };
  return { state, renew };
}

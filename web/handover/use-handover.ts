import { useEffect, useState } from 'react';
import { call } from '#contract/call.ts';
import { createHandover, getHandover } from '#contract/handovers.ts';
import type { Locale } from '#core/locale.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useWords } from '#web/i18n/use-words.ts';

const ASK_MS = 2_000;

/** What has become of the code that is shown. */
export type Handed =
  | { readonly kind: 'making' }
  | { readonly kind: 'waiting'; readonly token: string; readonly leftMs: number }
  | { readonly kind: 'opened' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string | undefined };

interface Following {
  readonly orderId: string;
  readonly locale: Locale;
  readonly signal: AbortSignal;
  readonly say: (handed: Handed) => void;
}

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ASK_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Makes a code and asks after it until it was used or its time is over. Whoever does not answer is asked again: the code lives all the same. */
async function follow({ orderId, locale, signal, say }: Following): Promise<void> {
  const transport = browserTransport(locale);
  const made = await call(createHandover, { params: { id: orderId }, signal }, transport);
  if (signal.aborted) return;
  if (!made.ok) return say({ kind: 'failed', message: made.errors[0]?.message });
  const { token = '', expires_at: ends, server_time: now } = made.data.attributes;
  const endsAt = Date.now() + Date.parse(ends) - Date.parse(now);
  while (!signal.aborted) {
    const leftMs = endsAt - Date.now();
    if (leftMs <= 0) return say({ kind: 'ended' });
    say({ kind: 'waiting', token, leftMs });
    // oxlint-disable-next-line no-await-in-loop -- asked again after each answer
    await pause(signal);
    if (signal.aborted) return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    const asked = await call(getHandover, { params: { id: orderId, handover_id: made.data.id }, signal }, transport);
    if (signal.aborted) return;
    if (asked.ok && asked.data.attributes.state !== 'waiting') return say({ kind: asked.data.attributes.state });
    // A newer code took its place
    if (asked.status === 404) return say({ kind: 'ended' });
  }
}

/** A code for the telephone, made when it is first shown and each time that another one is wanted. */
export function useHandover(orderId: string): { readonly handed: Handed; readonly again: () => void } {
  const { locale } = useWords();
  const [turn, setTurn] = useState(0);
  const [handed, say] = useState<Handed>({ kind: 'making' });
  useEffect(() => {
    const controller = new AbortController();
    void follow({ orderId, locale, signal: controller.signal, say });
    return () => controller.abort();
  }, [orderId, locale, turn]);
  const again = () => {
    say({ kind: 'making' });
    setTurn(turn + 1);
  };
  return { handed, again };
}

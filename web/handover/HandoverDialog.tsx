import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { formatTimeLeft } from '#core/format/moment.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useEffect, useState } from 'react';
import { call } from '#contract/call.ts';
import { createHandover, getHandover } from '#contract/public/handovers.ts';
import type { Locale } from '#core/locale.ts';
import { browserTransport } from '#web/api/browser-transport.ts';

const POLL_MS = 2_000;

/** State of the code shown. */
type HandoverState =
  | { readonly kind: 'creating' }
  | { readonly kind: 'waiting'; readonly token: string; readonly leftMs: number }
  | { readonly kind: 'opened' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string | undefined };

interface FollowOptions {
  readonly orderId: string;
  readonly locale: Locale;
  readonly signal: AbortSignal;
  readonly onState: (state: HandoverState) => void;
}

const waitForPoll = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, POLL_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Creates a code and polls it until it is used or expires. A failed poll is retried: the code stays valid. */
async function createAndPoll({ orderId, locale, signal, onState }: FollowOptions): Promise<void> {
  const transport = browserTransport(locale);
  const created = await call(createHandover, { params: { id: orderId }, signal }, transport);
  if (signal.aborted) return;
  if (!created.ok) return onState({ kind: 'failed', message: created.errors[0]?.message });
  const { token = '', expires_at: expires, server_time: serverTime } = created.data.attributes;
  const expiresAt = Date.now() + Date.parse(expires) - Date.parse(serverTime);
  while (!signal.aborted) {
    const leftMs = expiresAt - Date.now();
    if (leftMs <= 0) return onState({ kind: 'ended' });
    onState({ kind: 'waiting', token, leftMs });
    // oxlint-disable-next-line no-await-in-loop -- polled one after the other
    await waitForPoll(signal);
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
function useHandover(orderId: string): { readonly state: HandoverState; readonly renew: () => void } {
  const { locale } = useTranslation();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<HandoverState>({ kind: 'creating' });
  useEffect(() => {
    const controller = new AbortController();
    void createAndPoll({ orderId, locale, signal: controller.signal, onState: setState });
    return () => controller.abort();
  }, [orderId, locale, attempt]);
  const renew = () => {
    setState({ kind: 'creating' });
    setAttempt(attempt + 1);
  };
  return { state, renew };
}

/** QR code that opens this order on a phone, with its remaining time and whether it was used. */
export function HandoverDialog({ orderId, onClose }: { readonly orderId: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { state, renew } = useHandover(orderId);
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-10 bg-veil" />
          <Dialog.Popup className="fixed inset-x-0 top-[10dvh] z-10 mx-auto w-full max-w-sm rounded-tray bg-paper p-6 text-ink">
            <div className="flex items-start justify-between gap-3">
              <Dialog.Title className="text-lg leading-6 font-semibold">{t('order.handover.title')}</Dialog.Title>
              <Dialog.Close
                aria-label={t('shell.close')}
                className="-mt-2.5 -mr-3 grid size-11 place-items-center rounded-tray hover:bg-well"
              >
                <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
                  <path d="m2 2 12 12M14 2 2 14" stroke="currentColor" strokeWidth="1.8" />
                </svg>
              </Dialog.Close>
            </div>
            <Dialog.Description className="mt-2 text-sm leading-6 text-muted">{t('order.handover.text')}</Dialog.Description>
            <div className="mt-4 grid min-h-72 content-start gap-4">
              <Code state={state} />
              {state.kind === 'creating' || state.kind === 'waiting' ? null : (
                <Button className="justify-self-start" onClick={renew}>
                  {t('order.handover.again')}
                </Button>
              )}
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  );
}

function Code({ state }: { readonly state: HandoverState }) {
  const { t, to } = useTranslation();
  if (state.kind === 'creating') return <div className="waiting-bone mx-auto size-56" />;
  if (state.kind === 'waiting') {
    const address = `${globalThis.location.origin}${to('/order/continue')}#${state.token}`;
    return (
      <>
        <QrCode payload={address} label={t('order.handover.qr')} className="mx-auto size-56" />
        <p className="figures text-center text-sm">{t('order.handover.left', { left: formatTimeLeft(state.leftMs) })}</p>
      </>
    );
  }
  return (
    <Notice tone={state.kind === 'opened' ? 'calm' : 'time'} role="status">
      {state.kind === 'failed' ? (state.message ?? t('order.handover.unanswered')) : t(`order.handover.${state.kind}`)}
    </Notice>
  );
}

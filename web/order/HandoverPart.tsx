import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';
import { useBackCloses } from '#web/layout/use-back-closes.ts';

const HandoverDialog = lazy(async () => ({
  default: (await retryUntilLoaded(() => import('#web/handover/HandoverDialog.tsx'))).HandoverDialog,
}));

/** Button that continues the order on a phone by QR code; hidden on small screens. */
export function HandoverPart({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const leave = useBackCloses(isOpen, () => setOpen(false));
  return (
    <div className="mb-3 hidden justify-end md:flex print:hidden noscript:hidden">
      <Button tone="text" aria-haspopup="dialog" className="inline-flex items-center gap-2 text-sm" onClick={() => setOpen(true)}>
        <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
          <path d="M4.5 1.5h7v13h-7zM7 12.5h2" fill="none" stroke="currentColor" strokeWidth="1.4" />
        </svg>
        {t('order.handover.continue')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <HandoverDialog orderId={orderId} onClose={() => leave()} />
        </Suspense>
      ) : null}
    </div>
  );
}

import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { StepUpContext } from '#web/step-up/step-up-context.ts';
import { ProofForm } from '#web/step-up/ProofForm.tsx';

/** Shows the dialog that asks for a fresh proof; the page below keeps its state. */
export function StepUpProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const pending = useRef<((isProven: boolean) => void)[]>([]);
  const requestProof = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        pending.current.push(resolve);
        setOpen(true);
      }),
    [],
  );
  const finish = (isProven: boolean) => {
    for (const resolve of pending.current.splice(0)) resolve(isProven);
    setOpen(false);
  };
  return (
    <StepUpContext value={requestProof}>
      {children}
      <CSPProvider disableStyleElements>
        <Dialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : finish(false))}>
          <Dialog.Portal>
            <Dialog.Backdrop className="fixed inset-0 z-10 bg-veil" />
            <Dialog.Popup className="fixed inset-x-0 bottom-0 z-10 mx-auto grid max-h-[90dvh] w-full max-w-md gap-4 overflow-y-auto rounded-t-tray bg-paper p-5 text-ink md:top-[12dvh] md:bottom-auto md:rounded-tray">
              <Dialog.Title className="text-lg font-semibold">{t('security.fresh.title')}</Dialog.Title>
              <Dialog.Description className="text-sm text-muted">{t('security.fresh.why')}</Dialog.Description>
              <ProofForm onDone={() => finish(true)} />
              <Button tone="text" onClick={() => finish(false)}>
                {t('security.cancel')}
              </Button>
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
      </CSPProvider>
    </StepUpContext>
  );
}

import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { StepUpContext, useProofDialog } from '#ui/step-up/step-up.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ProofForm } from '#web/step-up/ProofForm.tsx';

/** Shows the dialog that asks for a fresh proof; the page below keeps its state. */
export function StepUpProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { isOpen, requestProof, finish } = useProofDialog();
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

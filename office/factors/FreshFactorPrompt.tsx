import { Button, Loader, Modal } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { StepUpContext, useProofDialog } from '#ui/step-up/step-up.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import './factors.css';

const GiveAgain = lazy(async () => ({ default: (await import('./GiveFactor.tsx')).GiveFactorAgain }));

/** Shows the dialog that asks for the second factor again; the page below keeps its state. */
export function FreshFactorPrompt({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { isOpen, requestProof, finish } = useProofDialog();
  return (
    <StepUpContext value={requestProof}>
      {children}
      <Modal opened={isOpen} centered title={t('office_door.fresh.title')} withCloseButton={false} onClose={() => finish(false)}>
        <Suspense fallback={<Loader role="progressbar" aria-label={t('office.loading')} />}>
          <GiveAgain onDone={() => finish(true)} onSessionEnded={() => finish(false)} />
        </Suspense>
        <Button type="button" variant="subtle" size="compact-sm" onClick={() => finish(false)}>
          {t('office.cancel')}
        </Button>
      </Modal>
    </StepUpContext>
  );
}

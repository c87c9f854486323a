import { Button, Loader, Modal } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { FreshFactorContext } from '#office/api/fresh-factor-context.ts';
import './factors.css';

const GiveAgain = lazy(async () => ({ default: (await import('./GiveFactorAgain.tsx')).GiveFactorAgain }));

/**
 * Critical calls are refused until the second factor is given again (`fresh_factor_required`): a dialog asks for it, and
 * the call is repeated. All input stays.
 */
export function FreshFactorPrompt({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const waiting = useRef<((given: boolean) => void)[]>([]);
  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve);
        setOpen(true);
      }),
    [],
  );
  const finish = (isGiven: boolean) => {
    for (const resolve of waiting.current.splice(0)) resolve(isGiven);
    setOpen(false);
  };
  return (
    <FreshFactorContext value={ask}>
      {children}
      <Modal
        opened={isOpen}
        centered
        lockScroll={false}
        title={t('office_door.fresh.title')}
        withCloseButton={false}
        onClose={() => finish(false)}
      >
        <Suspense fallback={<Loader aria-label={t('office.loading')} />}>
          <GiveAgain onDone={() => finish(true)} onSessionEnded={() => finish(false)} />
        </Suspense>
        <Button type="button" variant="subtle" size="compact-sm" onClick={() => finish(false)}>
          {t('office.cancel')}
        </Button>
      </Modal>
    </FreshFactorContext>
  );
}

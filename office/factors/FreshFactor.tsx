import { Button, Loader, Modal } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { useWords } from '#office/words/Words.tsx';
import { AskFresh } from './fresh-context.ts';

const GiveAgain = lazy(async () => ({ default: (await import('./GiveAgain.tsx')).GiveAgain }));

/**
 * What matters most is refused until the second factor is given anew (`fresh_factor_required`): it is asked for over the page, and
 * the same call is made once more. Whatever was typed stays.
 */
export function FreshFactor({ children }: { readonly children: ReactNode }) {
  const { t } = useWords();
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
  const end = (given: boolean) => {
    for (const resolve of waiting.current.splice(0)) resolve(given);
    setOpen(false);
  };
  return (
    <AskFresh value={ask}>
      {children}
      <Modal
        opened={isOpen}
        centered
        lockScroll={false}
        title={t('office_door.fresh.title')}
        withCloseButton={false}
        onClose={() => end(false)}
      >
        <Suspense fallback={<Loader aria-label={t('office.loading')} />}>
          <GiveAgain onDone={() => end(true)} onOver={() => end(false)} />
        </Suspense>
        <Button type="button" variant="subtle" size="compact-sm" onClick={() => end(false)}>
          {t('office.cancel')}
        </Button>
      </Modal>
    </AskFresh>
  );
}

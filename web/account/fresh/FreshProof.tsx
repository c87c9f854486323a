import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { AskFresh } from './fresh-context.ts';
import { ProofForm } from './ProofForm.tsx';

/** Asks for a fresh proof over the page that needs one; the page stays as it is underneath. */
export function FreshProof({ children }: { readonly children: ReactNode }) {
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
      <CSPProvider disableStyleElements>
        <Dialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : end(false))}>
          <Dialog.Portal>
            <Dialog.Backdrop className="fixed inset-0 z-10 bg-veil" />
            <Dialog.Popup className="fixed inset-x-0 bottom-0 z-10 mx-auto grid max-h-[90dvh] w-full max-w-md gap-4 overflow-y-auto rounded-t-tray bg-paper p-5 text-ink md:top-[12dvh] md:bottom-auto md:rounded-tray">
              <Dialog.Title className="text-lg font-semibold">{t('security.fresh.title')}</Dialog.Title>
              <Dialog.Description className="text-sm text-muted">{t('security.fresh.why')}</Dialog.Description>
              <ProofForm onDone={() => end(true)} />
              <Button tone="text" onClick={() => end(false)}>
                {t('security.cancel')}
              </Button>
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
      </CSPProvider>
    </AskFresh>
  );
}

import { Button } from '@mantine/core';
import { useWords } from '#office/words/Words.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Signed in, but not as somebody of the office. */
export function Denied() {
  const { t } = useWords();
  const signOut = useSignOut();
  return (
    <main className="centre">
      <div className="door sheet">
        <h1>{t('office.denied.title')}</h1>
        <p className="dim">{t('office.denied.hint')}</p>
        <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
          {t('office.sign_out')}
        </Button>
      </div>
    </main>
  );
}

import { Button } from '@mantine/core';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useSignOut } from '#office/api/use-sign-out.ts';

/** Shown to a signed-in customer: the office is for operators. */
export function Denied() {
  const { t } = useTranslation();
  const signOut = useSignOut();
  return (
    <main className="centre">
      <div className="door sheet">
        <h1>{t('office.denied.title')}</h1>
        <p className="dim">{t('office.denied.hint')}</p>
        <Button variant="default" loading={signOut.isPending} onClick={() => signOut.run({})}>
          {t('office.sign_out')}
        </Button>
      </div>
    </main>
  );
}

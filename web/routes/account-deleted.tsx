import type { MetaFunction } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';
import { hiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

await loadMessages('own');

export const meta: MetaFunction = ({ location }) => hiddenMeta(location.pathname);

/** Shown after the customer has deleted the account. */
export default function AccountDeleted() {
  const { t, to } = useTranslation();
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-8 sm:px-6 md:py-14">
      <title>{t('shell.titled', { title: t('own.deleted.title') })}</title>
      <h1 className="text-2xl font-semibold text-balance">{t('own.deleted.title')}</h1>
      <p>{t('own.deleted.text')}</p>
      <p>
        <a className={buttonLook('plain')} href={to('/')}>
          {t('own.deleted.home')}
        </a>
      </p>
    </div>
  );
}

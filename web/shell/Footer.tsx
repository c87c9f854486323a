import { Link } from 'react-router';
import { useWords } from '#web/i18n/use-words.ts';

export function Footer() {
  const { t, to } = useWords();
  return (
    <footer className="print:hidden border-t border-line">
      <div className="mx-auto flex max-w-[72rem] flex-wrap gap-x-6 gap-y-2 px-4 py-6 text-sm text-muted sm:px-6">
        <p className="mr-auto">{t('shell.promise')}</p>
        <Link className="link" to={to('/terms')}>
          {t('shell.terms')}
        </Link>
      </div>
    </footer>
  );
}

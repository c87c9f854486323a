import { isRouteErrorResponse, Link } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';
import { useWords } from '#web/i18n/use-words.ts';

/** What stands in a page's place, by the status it answered with. */
const KINDS: Readonly<Record<number, 'nowhere' | 'denied' | 'busy'>> = {
  401: 'denied',
  403: 'denied',
  404: 'nowhere',
  429: 'busy',
  503: 'busy',
};

interface FailurePageProps {
  readonly error: unknown;
  /** What was asked for. An order that is not there looks like one that is not yours. */
  readonly about?: 'page' | 'order';
}

/** Not found, not allowed, not now, or our fault: each says what to do next. */
export function FailurePage({ error, about = 'page' }: FailurePageProps) {
  const { t, to } = useWords();
  const found = (isRouteErrorResponse(error) ? KINDS[error.status] : undefined) ?? 'failure';
  const kind = about === 'order' && found === 'nowhere' ? 'no_order' : found;
  return (
    <div className="mx-auto max-w-xl px-4 py-20 sm:px-6">
      <title>{t('shell.titled', { title: t(`shell.${kind}.title`) })}</title>
      <meta name="robots" content="noindex" />
      {about === 'page' ? <meta name="description" content={t(`shell.${kind}.text`)} /> : null}
      <h1 className="text-2xl font-semibold text-balance">{t(`shell.${kind}.title`)}</h1>
      <p className="mt-3 mb-8 text-lg leading-7 text-muted">{t(`shell.${kind}.text`)}</p>
      <Link to={to('/')} reloadDocument className={buttonLook('action')}>
        {t('shell.home')}
      </Link>
    </div>
  );
}

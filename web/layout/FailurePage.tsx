import { isRouteErrorResponse, Link } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Kind of failure page, by HTTP status. */
const KINDS: Readonly<Record<number, 'nowhere' | 'denied' | 'busy'>> = {
  401: 'denied',
  403: 'denied',
  404: 'nowhere',
  429: 'busy',
  503: 'busy',
};

interface FailurePageProps {
  readonly error: unknown;
  /** What was requested. A missing order and an order of another customer have the same page. */
  readonly subject?: 'page' | 'order';
}

/** Page for not found, no access, too busy or a fault of the site, with the next step. */
export function FailurePage({ error, subject = 'page' }: FailurePageProps) {
  const { t, to } = useTranslation();
  const statusKind = (isRouteErrorResponse(error) ? KINDS[error.status] : undefined) ?? 'failure';
  const kind = subject === 'order' && statusKind === 'nowhere' ? 'no_order' : statusKind;
  return (
    <div className="mx-auto max-w-xl px-4 py-20 sm:px-6">
      <title>{t('shell.titled', { title: t(`shell.${kind}.title`) })}</title>
      <meta name="robots" content="noindex" />
      {subject === 'page' ? <meta name="description" content={t(`shell.${kind}.text`)} /> : null}
      <h1 className="text-2xl font-semibold text-balance">{t(`shell.${kind}.title`)}</h1>
      <p className="mt-3 mb-8 text-lg leading-7 text-muted">{t(`shell.${kind}.text`)}</p>
      <Link to={to('/')} reloadDocument className={buttonLook('action')}>
        {t('shell.home')}
      </Link>
    </div>
  );
}

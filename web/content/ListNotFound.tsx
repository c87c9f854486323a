import { isRouteErrorResponse, Link } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { FailurePage } from '#web/layout/FailurePage.tsx';

interface ListNotFoundProps {
  readonly error: unknown;
  /** Path of the list, without language prefix. */
  readonly list: string;
  readonly texts: { readonly title: string; readonly text: string; readonly toList: string };
}

/** 404 of a page of a list, with a link to its first page; other errors show the failure page. */
export function ListNotFound({ error, list, texts }: ListNotFoundProps) {
  const { t, to } = useTranslation();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <FailurePage error={error} />;
  return (
    <div className="mx-auto max-w-xl px-4 py-20 sm:px-6">
      <title>{t('shell.titled', { title: texts.title })}</title>
      <meta name="robots" content="noindex" />
      <meta name="description" content={texts.text} />
      <h1 className="text-2xl font-semibold text-balance">{texts.title}</h1>
      <p className="mt-3 mb-8 text-lg leading-7 text-muted">{texts.text}</p>
      <Link to={to(list)} className={buttonLook('action')}>
        {texts.toList}
      </Link>
    </div>
  );
}

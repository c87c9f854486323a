import { isRouteErrorResponse } from 'react-router';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { FailurePage } from '#web/layout/FailurePage.tsx';
import type { TextElsewhere } from './load-texts.ts';

const elsewhereIn = (error: unknown): TextElsewhere['elsewhere'] | undefined =>
  isRouteErrorResponse(error) && typeof error.data === 'object' && error.data !== null && 'elsewhere' in error.data
    ? (error.data as TextElsewhere).elsewhere
    : undefined;

/** 404 of a text, with a link to it in the other language if it exists there. */
export function TextNotFound({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const elsewhere = elsewhereIn(error);
  if (elsewhere === undefined) return <FailurePage error={error} />;
  const { locale, path, title } = elsewhere;
  return (
    <div className="mx-auto max-w-xl px-4 py-20 sm:px-6">
      <title>{t('shell.titled', { title: t('content.missing.title') })}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-2xl font-semibold text-balance">{t('content.missing.title')}</h1>
      <p className="mt-3 text-lg leading-7 text-muted">{t(`content.missing.in_${locale}`)}</p>
      <p className="mt-6">
        <a className="link text-lg" href={path} lang={locale} hrefLang={locale}>
          {title}
        </a>
      </p>
    </div>
  );
}

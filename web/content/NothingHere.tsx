import { isRouteErrorResponse, Link } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { FailurePage } from '#web/shell/FailurePage.tsx';

interface NothingHereProps {
  readonly error: unknown;
  /** The list that the address asked a part of, from its first page. */
  readonly list: string;
  readonly words: { readonly title: string; readonly text: string; readonly toList: string };
}

/** A page of a list that the list does not have: the way to those that it has. */
export function NothingHere({ error, list, words }: NothingHereProps) {
  const { t, to } = useWords();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <FailurePage error={error} />;
  return (
    <div className="mx-auto max-w-xl px-4 py-20 sm:px-6">
      <title>{t('shell.titled', { title: words.title })}</title>
      <meta name="robots" content="noindex" />
      <meta name="description" content={words.text} />
      <h1 className="text-2xl font-semibold text-balance">{words.title}</h1>
      <p className="mt-3 mb-8 text-lg leading-7 text-muted">{words.text}</p>
      <Link to={to(list)} className={buttonLook('action')}>
        {words.toList}
      </Link>
    </div>
  );
}

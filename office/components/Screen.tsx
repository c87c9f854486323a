import { Button, Loader } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { problemMessage } from '#office/api/call-failure.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** A failure in place, with a retry. */
export function Problem({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="problem" role="alert">
      <p>{problemMessage(error, t)}</p>
      {retry === undefined ? null : (
        <Button variant="default" size="xs" onClick={retry}>
          {t('office.retry')}
        </Button>
      )}
    </div>
  );
}

/** The part of a query result that a screen reads (a TanStack Query result has it). */
interface ScreenQuery<Data> {
  readonly data: Data | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Sets the document's title. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

export const Loading = () => {
  const { t } = useTranslation();
  return <Loader className="loading" role="progressbar" aria-label={t('office.loading')} />;
};

interface LoadedProps<Data> {
  readonly query: ScreenQuery<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** States of a query: loading, failed (with a retry), loaded. A failed refresh is shown above the earlier data. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  return (
    <>
      {query.isError ? <Problem error={query.error} retry={() => void query.refetch()} /> : null}
      {query.data === undefined ? query.isError ? null : <Loading /> : children(query.data)}
    </>
  );
}

interface ScreenProps {
  /** Title of the document and heading of the screen. */
  readonly title: string;
  /** Heading where it is not just the title. */
  readonly heading?: ReactNode;
  /** Above the heading: the way back to the list. */
  readonly above?: ReactNode;
  /** Sentence under the heading. */
  readonly lead?: string | undefined;
  readonly children: ReactNode;
}

/** A screen of the office: document title, heading, lead, content. */
export function Screen({ title, heading = title, above, lead, children }: ScreenProps) {
  useDocumentTitle(title);
  return (
    <>
      {above}
      <h1>{heading}</h1>
      {lead === undefined ? null : <p className="dim">{lead}</p>}
      {children}
    </>
  );
}

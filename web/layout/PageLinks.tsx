import { Link, useSearchParams } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';

interface PageLinksProps {
  readonly page: number;
  readonly pages: number;
  /** Accessible name of the links: what the list contains. */
  readonly label: string;
  readonly texts: { readonly newer: string; readonly older: string; readonly position: string };
}

/** Links to the newer and older page of a list, by the `page` query parameter; nothing for a single page. */
export function PageLinks({ page, pages, label, texts }: PageLinksProps) {
  const [query] = useSearchParams();
  if (pages <= 1 && page <= 1) return null;
  const hrefOf = (number: number) => `?${new URLSearchParams({ ...Object.fromEntries(query), page: String(number) }).toString()}`;
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-4">
      {page > 1 ? (
        <Link rel="prev" className={buttonLook('plain')} to={hrefOf(Math.min(page - 1, Math.max(pages, 1)))}>
          {texts.newer}
        </Link>
      ) : (
        <span />
      )}
      <span className="figures text-sm text-muted">{texts.position}</span>
      {page < pages ? (
        <Link rel="next" className={buttonLook('plain')} to={hrefOf(page + 1)}>
          {texts.older}
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}

import { Link, useSearchParams } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';

interface PageLinksProps {
  readonly page: number;
  readonly pages: number;
  /** What it is pages of. */
  readonly label: string;
  readonly words: { readonly newer: string; readonly older: string; readonly place: string };
}

/** The way through a list of several pages, by its address; nothing where there is one. */
export function PageLinks({ page, pages, label, words }: PageLinksProps) {
  const [query] = useSearchParams();
  if (pages <= 1 && page <= 1) return null;
  const at = (number: number) => `?${new URLSearchParams({ ...Object.fromEntries(query), page: String(number) }).toString()}`;
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-4">
      {page > 1 ? (
        <Link rel="prev" className={buttonLook('plain')} to={at(Math.min(page - 1, Math.max(pages, 1)))}>
          {words.newer}
        </Link>
      ) : (
        <span />
      )}
      <span className="figures text-sm text-muted">{words.place}</span>
      {page < pages ? (
        <Link rel="next" className={buttonLook('plain')} to={at(page + 1)}>
          {words.older}
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}

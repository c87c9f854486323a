import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { barePath } from '#web/i18n/locale.ts';
import { useWords } from '#web/i18n/use-words.ts';

interface PlaceLinkProps {
  /** Without its language. */
  readonly path: string;
  /** Whether pages below it are places of their own. */
  readonly isAlone: boolean;
  readonly className: string;
  readonly children: ReactNode;
}

/** A link of a list of places: the one that somebody is at says so. */
export function PlaceLink({ path, isAlone, className, children }: PlaceLinkProps) {
  const { to } = useWords();
  const here = barePath(useLocation().pathname);
  const isCurrent = here === path || (!isAlone && here.startsWith(`${path}/`));
  return (
    <Link to={to(path)} aria-current={isCurrent ? 'page' : undefined} className={className}>
      {children}
    </Link>
  );
}

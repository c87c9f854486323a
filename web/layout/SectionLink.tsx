import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { barePath } from '#web/i18n/locale.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

interface SectionLinkProps {
  /** Without the language prefix. */
  readonly path: string;
  /** Pages below `path` do not count as current. */
  readonly isExact: boolean;
  readonly className: string;
  readonly children: ReactNode;
}

/** A link of a navigation, marked when its page is the current one. */
export function SectionLink({ path, isExact, className, children }: SectionLinkProps) {
  const { to } = useTranslation();
  const currentPath = barePath(useLocation().pathname);
  const isCurrent = currentPath === path || (!isExact && currentPath.startsWith(`${path}/`));
  return (
    <Link to={to(path)} aria-current={isCurrent ? 'page' : undefined} className={className}>
      {children}
    </Link>
  );
}

/** Ref for a navigation that scrolls sideways on a phone: scrolls the link of the current page to the middle. */
export function useScrollToCurrent() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return nav;
}

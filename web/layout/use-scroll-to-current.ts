import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

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

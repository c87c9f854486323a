import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type Theme, ThemeSwitch } from './ThemeSwitch.tsx';
import { useBackCloses } from '#web/layout/back-steps.ts';
import type { FooterLink } from './Footer.tsx';

interface MenuLink extends FooterLink {
  /** Shown in the header itself on wide screens. */
  readonly isFirst?: true;
}

/** Links of the header; `name` is the key below `shell.menu`. */
const MENU_LINKS: readonly MenuLink[] = [
  { name: 'counter', path: '/' },
  { name: 'directions', path: '/directions', isFirst: true },
  { name: 'how_we_work', path: '/how-we-work', isFirst: true },
  { name: 'faq', path: '/faq', isFirst: true },
  { name: 'reviews', path: '/reviews', isFirst: true },
  { name: 'news', path: '/news', isFirst: true },
  { name: 'fees', path: '/fees' },
  { name: 'crypto', path: '/crypto' },
  { name: 'contacts', path: '/contacts' },
];

/** The links whose pages are on. */
const menuLinks = (linksOff: readonly string[]): readonly MenuLink[] => MENU_LINKS.filter(({ path }) => !linksOff.includes(path));

const isPlainPress = (event: MouseEvent): boolean => !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

interface MenuProps {
  /** Paths of pages that are switched off. */
  readonly linksOff: readonly string[];
}

/** Links in the header itself, on wide screens. */
export function MenuLine({ linksOff }: MenuProps) {
  const { t, to } = useTranslation();
  return (
    <nav aria-label={t('shell.menu.label')} className="hidden items-center gap-5 pr-3 text-sm font-medium text-muted lg:flex">
      {menuLinks(linksOff)
        .filter(({ isFirst }) => isFirst)
        .map(({ name, path }) => (
          <Link key={name} to={to(path)} className="inline-flex min-h-11 items-center hover:text-ink">
            {t(`shell.menu.${name}`)}
          </Link>
        ))}
    </nav>
  );
}

/** All links, folded where the header has no room. It opens without scripts. */
export function FoldedMenu({ theme, linksOff }: MenuProps & { readonly theme: Theme }) {
  const { t, to } = useTranslation();
  const navigate = useNavigate();
  const folded = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    if (folded.current !== null) folded.current.open = false;
  };
  const leave = useBackCloses(isOpen, close);
  // It may have been unfolded before the scripts were loaded
  useEffect(() => setOpen(folded.current?.open === true), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- events bubble up from its button and its links
    <details
      ref={folded}
      className="lg:hidden"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape') return;
        close();
        currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary
        aria-label={t('shell.menu.label')}
        // The toggle event comes after the unfolding: "back" pressed between the two would leave the page
        onClick={() => setOpen(folded.current?.open === false)}
        className="grid size-11 cursor-pointer list-none place-items-center rounded-tray text-muted hover:text-ink [&::-webkit-details-marker]:hidden"
      >
        <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5">
          <path d="M3 5.5h14M3 10h14M3 14.5h14" fill="none" stroke="currentColor" strokeWidth="1.6" />
        </svg>
      </summary>
      <nav
        aria-label={t('shell.menu.label')}
        className="absolute inset-x-0 top-full z-20 max-h-[calc(100dvh-6rem)] overflow-y-auto border-b border-line bg-sheet px-4 pb-3 shadow-lg sm:px-6"
      >
        <ul className="mx-auto grid max-w-[72rem] sm:grid-cols-2 sm:gap-x-8">
          {menuLinks(linksOff).map(({ name, path }) => (
            <li key={name} className="border-b border-line">
              <Link
                to={to(path)}
                className="flex min-h-12 items-center hover:text-action"
                onClick={(event) => {
                  if (!isPlainPress(event)) return;
                  event.preventDefault();
                  leave(() => {
                    close();
                    void navigate(to(path));
                  });
                }}
              >
                {t(`shell.menu.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
        <div className="flex items-center justify-between pt-2 text-sm text-muted sm:hidden">
          <span aria-hidden="true">{t('shell.theme.title')}</span>
          <ThemeSwitch theme={theme} />
        </div>
      </nav>
    </details>
  );
}

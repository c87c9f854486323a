import { Link, useLocation } from 'react-router';
import type { Locale } from '#core/locale.ts';
import { reportFault } from '#ui/reports/report-errors.ts';
import { apiAddress } from '#web/api/api-address.ts';
import { useLocalisedPage } from '#web/head/localised-page.ts';
import { barePath, localPath } from '#web/i18n/locale.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { preserveInputs } from '#web/form/preserved-input.ts';
import { latePart } from '#web/loading/late-part.tsx';
import { type Theme, ThemeSwitch } from './ThemeSwitch.tsx';

const MenuLine = latePart(async () => (await import('#web/shell/Menu.tsx')).MenuLine);
const FoldedMenu = latePart(async () => (await import('#web/shell/Menu.tsx')).FoldedMenu);

export interface HeaderProps {
  readonly theme: Theme;
  readonly isDemo: boolean;
  /** Languages of the site. */
  readonly languages: readonly Locale[];
  readonly isSignedIn: boolean;
  readonly linksOff: readonly string[];
}

export function Header({ theme, isDemo, languages, isSignedIn, linksOff }: HeaderProps) {
  const { t, to } = useTranslation();
  return (
    <header className="relative print:hidden border-b border-line">
      {isDemo ? <p className="bg-time-tint px-4 py-1.5 text-center text-sm text-ink">{t('shell.demo')}</p> : null}
      <div className="mx-auto flex min-h-16 max-w-[72rem] items-center gap-1 px-4 min-[24rem]:gap-2 sm:gap-4 sm:px-6">
        <Link to={to('/')} className="mr-auto flex items-center gap-2.5 text-lg font-bold tracking-tight">
          <Wordmark />
          {t('shell.name')}
        </Link>
        <MenuLine linksOff={linksOff} />
        <AccountLink isSignedIn={isSignedIn} />
        {languages.length > 1 ? <LanguageSwitch languages={languages} isSignedIn={isSignedIn} /> : null}
        <span className="max-sm:hidden">
          <ThemeSwitch theme={theme} />
        </span>
        <FoldedMenu theme={theme} linksOff={linksOff} />
      </div>
    </header>
  );
}

/** Link to sign in, or to the account. It loads a new document: the session may change there. */
function AccountLink({ isSignedIn }: Pick<HeaderProps, 'isSignedIn'>) {
  const { t, to } = useTranslation();
  return (
    <a
      href={to(isSignedIn ? '/account' : '/sign-in')}
      className="grid min-h-11 place-items-center text-sm font-medium whitespace-nowrap text-muted hover:text-ink"
    >
      {t(isSignedIn ? 'shell.account' : 'shell.sign_in')}
    </a>
  );
}

/** Logo: a large banknote over two small ones, the meaning of "razmen" (change). */
function Wordmark() {
  return (
    <svg viewBox="0 0 34 24" aria-hidden="true" className="h-6 shrink-0 text-action max-[22rem]:hidden">
      <path d="M1 1h22v12H1z" fill="none" stroke="currentColor" strokeWidth="2" />
      <circle cx="12" cy="7" r="2.4" fill="currentColor" />
      <path d="M9 16h11v7H9zM22 16h11v7H22z" fill="currentColor" />
    </svg>
  );
}

/** Saves the language for e-mails and other devices. Not awaited; after a failure the next switch saves it. */
function saveLanguage(locale: Locale): void {
  const body = JSON.stringify({ data: { type: 'users', attributes: { locale } } });
  const headers = { 'content-type': 'application/vnd.api+json', accept: 'application/vnd.api+json', 'site-locale': locale };
  fetch(apiAddress('/api/v1/user'), { method: 'PUT', keepalive: true, credentials: 'include', headers, body }).then(
    ({ status }) => reportFault({ status, unreadable: false }, 'updateUser'),
    () => undefined,
  );
}

/** Links to the same page in the other languages. Path, query and the input of forms are read on click. */
function LanguageSwitch({ languages, isSignedIn }: Pick<HeaderProps, 'languages' | 'isSignedIn'>) {
  const { locale, t } = useTranslation();
  const { pathname, search } = useLocation();
  const localised = useLocalisedPage();
  // A page without a translation says so in the other language
  const pathIn = (language: Locale, currentPath: string) => localPath(language, localised?.paths[language] ?? barePath(currentPath));
  return (
    <nav aria-label={t('shell.language')} className="flex text-sm">
      {languages.map((language) => (
        <a
          key={language}
          href={pathIn(language, pathname) + search}
          lang={language}
          hrefLang={language}
          aria-current={language === locale ? 'true' : undefined}
          className="grid min-h-11 min-w-8 place-items-center uppercase min-[22rem]:min-w-9 text-muted hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
          onClick={(event) => {
            preserveInputs();
            if (isSignedIn) saveLanguage(language);
            const { location } = globalThis;
            event.currentTarget.href = pathIn(language, location.pathname) + location.search;
          }}
        >
          {language}
        </a>
      ))}
    </nav>
  );
}

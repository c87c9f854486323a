import { use, useEffect, type ReactNode } from 'react';
import { preload } from 'react-dom';
import {
  data,
  Meta,
  type MiddlewareFunction,
  Outlet,
  redirect,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
  type LoaderFunctionArgs,
} from 'react-router';
import { entityLine } from '#core/text/entity-line.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#core/locale.ts';
import { isPageOn, linksOff } from '#core/config/optional-modules.ts';
import { siteContext } from './api/site-context.ts';
import { findUser } from './api/user.ts';
import { useLocalisedPage } from './head/localised-page.ts';
import { sharedPicture, siteCard, siteLinkedData } from './head/site-card.ts';
import { barePath, localeOf, localPath } from './i18n/locale.ts';
import { useTranslation } from './i18n/use-translation.ts';
import { ChatButton } from './chat/ChatButton.tsx';
import { FailurePage } from './layout/FailurePage.tsx';
import { Header } from './shell/Header.tsx';
import touchIcon from './icons/apple-touch-icon.png?url';
import favicon from './icons/favicon.svg?url';
import icon from './icons/icon-512.png?url';
import card from './icons/og.png?url';
import { noticeFor, useNotice } from './shell/notice.ts';
import { whenIdle } from './loading/when-idle.ts';
import { latePart } from './loading/late-part.tsx';
import { loadOptional } from './loading/late-parts.ts';
import { NonceContext, PagePartsContext } from './loading/page-parts.ts';
import { applyTheme, THEME_COOKIE, themeOf } from './shell/ThemeSwitch.tsx';

/** Links only: they work before their script is loaded. */
const Footer = latePart(async () => (await import('./shell/Footer.tsx')).Footer);
/** Loaded when there is a notice. */
const NoticeBar = latePart(async () => (await import('./shell/NoticeBar.tsx')).NoticeBar);

/** Pages of modules that are switched off answer 404. */
export const middleware: MiddlewareFunction[] = [
  ({ request, context }) => {
    if (!isPageOn(barePath(new URL(request.url).pathname), context.get(siteContext).modulesOff)) throw data(null, { status: 404 });
  },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { publicUrl, mode, sentryDsn, apiUrl, countryUrl, pollsCookies, shop, modulesOff, notice, availability } = context.get(siteContext);
  const { pathname, search } = new URL(request.url);
  const locale = localeOf(pathname);
  // A language that is switched off redirects to the default one
  if (!shop.languages.includes(locale)) throw redirect(barePath(pathname) + search);
  const { hours, ...contacts } = shop.contacts;
  const { languages } = shop;
  const user = await findUser({ request, context });
  return {
    publicUrl,
    mode,
    sentryDsn,
    // Absent by default, since these data are part of every page
    ...(apiUrl === null ? {} : { apiUrl }),
    countryUrl,
    pollsCookies,
    languages,
    linksOff: linksOff(modulesOff),
    contacts: { ...contacts, hours: hours[locale] },
    entity: entityLine(shop.entity, locale),
    notice: noticeFor(notice, locale, request.headers.get('cookie')),
    availability,
    theme: themeOf(request.headers.get('cookie')),
    isSignedIn: user !== null,
    // First value of the order form's e-mail; null: not verified
    ownEmail: user?.email_verified === true ? user.email : null,
  };
}

/** Pages with personal data: not indexed and not shared. */
const PRIVATE = /^\/(?:order\/|orders\/|receipt\/|account|activate|support|sign-|reset-|new-|old-)/;

/** Loaded once per document. */
export const shouldRevalidate = () => false;

/** Tags for search engines and previews of shared links. */
function SharedLinkTags({ publicUrl, languages }: { readonly publicUrl: string; readonly languages: readonly Locale[] }) {
  const path = barePath(useLocation().pathname);
  const localisedPage = useLocalisedPage();
  const { locale, t } = useTranslation();
  if (PRIVATE.test(path)) return null;
  const alternates = languages.flatMap((other) => {
    const alternatePath = localisedPage === undefined ? path : localisedPage.paths[other];
    return alternatePath === null ? [] : [[other, alternatePath] as const];
  });
  return (
    <>
      {/* Link previews and search engines read the served document only */}
      {import.meta.env.SSR
        ? siteCard({
            publicUrl,
            locale,
            path,
            type: localisedPage?.type ?? 'website',
            imageUrl: sharedPicture(path, locale) ?? card,
            t,
          }).map(([property, content]) => <meta key={property} property={property} content={content} />)
        : null}
      <meta name="twitter:card" content="summary_large_image" />
      <script
        type="application/ld+json"
        suppressHydrationWarning
        // oxlint-disable-next-line react/no-danger -- JSON of our own texts, closing tags escaped
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? siteLinkedData({ publicUrl, locale, t, iconUrl: icon }) : '' }}
      />
      <link rel="canonical" href={publicUrl + localPath(locale, path)} />
      {alternates.map(([other, alternatePath]) => (
        <link key={other} rel="alternate" hrefLang={other} href={publicUrl + localPath(other, alternatePath)} />
      ))}
      {alternates.map(([other, alternatePath]) =>
        other === DEFAULT_LOCALE ? <link key="default" rel="alternate" hrefLang="x-default" href={publicUrl + alternatePath} /> : null,
      )}
    </>
  );
}

export function Layout({ children }: { readonly children: ReactNode }) {
  const nonce = use(NonceContext);
  const parts = use(PagePartsContext);
  const site = useRouteLoaderData<typeof loader>('root');
  const { locale, t } = useTranslation();
  const theme = site?.theme ?? 'system';
  const notice = useNotice(site?.notice ?? null);
  for (const file of parts.messageFiles) preload(file, { as: 'fetch', crossOrigin: 'anonymous' });
  return (
    <html lang={locale} data-theme={theme === 'system' ? undefined : theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="application-name" content={t('shell.name')} />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f3eee2" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d1813" />
        {site?.sentryDsn ? <meta name="error-reports" content={site.sentryDsn} /> : null}
        {site?.apiUrl === undefined ? null : <meta name="api-url" content={site.apiUrl} />}
        {site?.countryUrl ? <meta name="country-service" content={site.countryUrl} /> : null}
        {/* oxlint-disable-next-line react/no-danger -- our own style sheet */}
        <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: parts.sheet }} />
        <link rel="icon" href={favicon} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={touchIcon} />
        <link rel="manifest" href={localPath(locale, '/manifest.webmanifest')} />
        {site === undefined ? null : <SharedLinkTags publicUrl={site.publicUrl} languages={site.languages} />}
        <Meta />
      </head>
      <body className="flex flex-col bg-paper text-ink">
        <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-sheet focus:px-4 focus:py-2">
          {t('shell.skip')}
        </a>
        {notice === null ? null : <NoticeBar key={notice.key} notice={notice} />}
        <Header
          theme={theme}
          isDemo={site?.mode === 'demo'}
          languages={site?.languages ?? LOCALES}
          isSignedIn={site?.isSignedIn === true}
          linksOff={site?.linksOff ?? []}
        />
        <main id="main" tabIndex={-1} className="flex-1 outline-none">
          {children}
        </main>
        <Footer contacts={site?.contacts} linksOff={site?.linksOff ?? []} entity={site?.entity} />
        {site?.linksOff.includes('/support') === true ? null : <ChatButton />}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** Applies a theme chosen on another page of the site (spec 9). Returns the function that stops it. */
function followTheme(): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  void loadOptional(() => import('./shell/watch-cookie.ts')).then((watching) => {
    if (!isStopped) stop = watching?.watchCookie(THEME_COOKIE, () => applyTheme(themeOf(document.cookie)));
  });
  return () => {
    isStopped = true;
    stop?.();
  };
}

/** Follows availability, technical breaks and the public notice, started when the page is idle. Returns the function that stops it. */
function followAvailabilityWhenIdle(renderedVersion: string): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  const start = async () => {
    const following = await loadOptional(() => import('./live/follow-availability.ts'));
    if (!isStopped) stop = following?.followAvailability(renderedVersion);
  };
  const cancelIdle = whenIdle(() => void start());
  return () => {
    isStopped = true;
    cancelIdle();
    stop?.();
  };
}

/** Registers the service worker, which shows our own page without a connection. */
async function registerServiceWorker(): Promise<void> {
  (await loadOptional(() => import('./notices/register-worker.ts')))?.tryRegisterWorker();
}

export default function App() {
  const availability = useRouteLoaderData<typeof loader>('root')?.availability;
  useEffect(() => (availability === undefined ? undefined : followAvailabilityWhenIdle(availability)), [availability]);
  const pollsCookies = useRouteLoaderData<typeof loader>('root')?.pollsCookies === true;
  useEffect(() => whenIdle(() => void registerServiceWorker()), []);
  useEffect(() => (pollsCookies ? followTheme() : undefined), [pollsCookies]);
  return <Outlet />;
}

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <FailurePage error={error} />;
}

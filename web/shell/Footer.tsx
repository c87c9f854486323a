import { Link } from 'react-router';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type Contacts, contactLinks } from '#web/layout/contact-links.ts';

/** A link of the footer: `name` is its key below `shell.footer`, `path` has no language prefix. */
export interface FooterLink {
  readonly name: string;
  readonly path: string;
}

/** Links of the footer, by group. Each public page has an entry here. */
const FOOTER_LINKS: readonly (readonly [group: string, links: readonly FooterLink[]])[] = [
  [
    'exchange',
    [
      { name: 'counter', path: '/' },
      { name: 'directions', path: '/directions' },
      { name: 'crypto', path: '/crypto' },
    ],
  ],
  [
    'help',
    [
      { name: 'faq', path: '/faq' },
      { name: 'how_we_work', path: '/how-we-work' },
      { name: 'fees', path: '/fees' },
      { name: 'contacts', path: '/contacts' },
      { name: 'support', path: '/support' },
    ],
  ],
  [
    'rules',
    [
      { name: 'terms', path: '/terms' },
      { name: 'aml', path: '/aml' },
      { name: 'privacy', path: '/privacy' },
    ],
  ],
  [
    'about',
    [
      { name: 'who', path: '/about' },
      { name: 'reviews', path: '/reviews' },
      { name: 'news', path: '/news' },
    ],
  ],
  [
    'programs',
    [
      { name: 'developers', path: '/developers' },
      { name: 'widget', path: '/developers/widget' },
      { name: 'referral', path: '/referral' },
      { name: 'business', path: '/business' },
    ],
  ],
];

/** Contacts of the service and its support hours. */
function ContactList({ hours, ...contacts }: Contacts) {
  const { t } = useTranslation();
  const links = contactLinks(contacts);
  if (links.length === 0 && hours === '') return null;
  return (
    <address className="flex w-full flex-wrap gap-x-6 gap-y-2 not-italic">
      <span className="sr-only">{t('shell.contacts')}</span>
      {links.map(({ text, href }) => (
        <a key={href} className="link" href={href}>
          {text}
        </a>
      ))}
      {hours === '' ? null : <span>{hours}</span>}
    </address>
  );
}

/** How to install the site as an app; hidden in the installed app. */
function InstallHint() {
  const { t } = useTranslation();
  return (
    <details className="[@media(display-mode:standalone)]:hidden">
      <summary className="min-h-6 w-fit cursor-pointer hover:text-ink">{t('shell.install.title')}</summary>
      <p className="mt-1 max-w-prose">{t('shell.install.manual')}</p>
    </details>
  );
}

interface FooterProps {
  readonly contacts: Contacts | undefined;
  readonly linksOff: readonly string[];
  /** Name of the legal entity. */
  readonly entity: string | undefined;
}

/** Links to all public pages by group, and the contacts. */
export function Footer({ contacts, linksOff, entity }: FooterProps) {
  const { t, to } = useTranslation();
  const groups = FOOTER_LINKS.map(([group, links]) => [group, links.filter(({ path }) => !linksOff.includes(path))] as const);
  return (
    <footer className="print:hidden border-t border-line text-sm text-muted">
      <div className="mx-auto grid max-w-[72rem] gap-8 px-4 py-8 sm:px-6">
        <nav
          aria-label={t('shell.footer.label')}
          className="gap-6 min-[22rem]:columns-2 md:grid md:columns-auto md:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
        >
          {groups.map(([group, links]) => (
            <div key={group} className="mb-6 break-inside-avoid md:mb-0">
              <h2 className="font-semibold text-ink">{t(`shell.footer.${group}`)}</h2>
              <ul className="mt-1 grid">
                {links.map(({ name, path }) => (
                  <li key={name}>
                    <Link className="inline-flex min-h-11 items-center sm:min-h-8 hover:text-ink hover:underline" to={to(path)}>
                      {t(`shell.footer.${name}`)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="grid gap-3 border-t border-line pt-5">
          {contacts === undefined ? null : <ContactList {...contacts} />}
          <p>{t('shell.promise')}</p>
          <InstallHint />
          {entity === undefined ? null : (
            <p>
              <Link className="link" to={to('/about')}>
                {entity}
              </Link>
            </p>
          )}
        </div>
      </div>
    </footer>
  );
}

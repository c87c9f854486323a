import { Link } from 'react-router';
import { useWords } from '#web/i18n/use-words.ts';

export interface Contacts {
  readonly email: string | null;
  readonly phone: string | null;
  readonly telegram: string | null;
  /** When people answer, in the page's language; empty where nobody says. */
  readonly hours: string;
}

/** Each way to reach people of the shop that it has. */
export const waysOf = ({ email, phone, telegram }: Pick<Contacts, 'email' | 'phone' | 'telegram'>) =>
  [
    { kind: 'email', text: email, href: `mailto:${email}` },
    { kind: 'phone', text: phone, href: `tel:${phone?.replaceAll(/[^+\d]/g, '')}` },
    {
      kind: 'telegram',
      text: telegram === null ? null : `@${telegram.replace(/^@/, '')}`,
      href: `https://t.me/${telegram?.replace(/^@/, '')}`,
    },
  ].filter(({ text }) => text !== null);

/** Where people of the shop are found, and when. */
function ContactLine({ hours, ...contacts }: Contacts) {
  const { t } = useWords();
  const ways = waysOf(contacts);
  if (ways.length === 0 && hours === '') return null;
  return (
    <address className="flex w-full flex-wrap gap-x-6 gap-y-2 not-italic">
      <span className="sr-only">{t('shell.contacts')}</span>
      {ways.map(({ text, href }) => (
        <a key={href} className="link" href={href}>
          {text}
        </a>
      ))}
      {hours === '' ? null : <span>{hours}</span>}
    </address>
  );
}

export interface FooterProps {
  readonly contacts: Contacts | undefined;
  readonly hasCryptoStats: boolean;
}

export function Footer({ contacts, hasCryptoStats }: FooterProps) {
  const { t, to } = useWords();
  return (
    <footer className="print:hidden border-t border-line">
      <div className="mx-auto flex max-w-[72rem] flex-wrap gap-x-6 gap-y-2 px-4 py-6 text-sm text-muted sm:px-6">
        <p className="mr-auto">{t('shell.promise')}</p>
        {hasCryptoStats ? (
          <Link className="link" to={to('/crypto')}>
            {t('shell.crypto')}
          </Link>
        ) : null}
        <Link className="link" to={to('/terms')}>
          {t('shell.terms')}
        </Link>
        <Link className="link" to={to('/developers')}>
          {t('shell.developers')}
        </Link>
        <Link className="link" to={to('/referral')}>
          {t('shell.referral')}
        </Link>
        {contacts === undefined ? null : <ContactLine {...contacts} />}
      </div>
    </footer>
  );
}

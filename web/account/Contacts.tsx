import { Link } from 'react-router';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type Contacts as ShopContacts, contactLinks } from '#web/layout/contact-links.ts';

/** Contacts of support, and what support never asks for. */
export function Contacts({ contacts }: { readonly contacts: ShopContacts | undefined }) {
  const { t, to } = useTranslation();
  const channels = contacts === undefined ? [] : contactLinks(contacts);
  return (
    <div className="grid max-w-xl gap-5">
      <h1 className="text-2xl font-semibold">{t('account.contacts.title')}</h1>
      <p className="leading-7">{t('account.contacts.lead')}</p>
      {channels.length === 0 ? (
        <p className="leading-7">
          {t('account.contacts.none')}{' '}
          <Link className="link" to={to('/support')}>
            {t('account.contacts.support')}
          </Link>
        </p>
      ) : null}
      <dl className="grid gap-4">
        {channels.map(({ kind, text, href }) => (
          <div key={kind}>
            <dt className="text-sm text-muted">{t(`account.contacts.${kind}`)}</dt>
            <dd>
              <a className="link inline-flex min-h-11 items-center text-lg wrap-anywhere" href={href}>
                {text}
              </a>
            </dd>
          </div>
        ))}
        {contacts === undefined || contacts.hours === '' ? null : (
          <div>
            <dt className="text-sm text-muted">{t('account.contacts.hours')}</dt>
            <dd className="text-lg">{contacts.hours}</dd>
          </div>
        )}
      </dl>
      <p className="text-muted">{t('account.contacts.safety')}</p>
    </div>
  );
}

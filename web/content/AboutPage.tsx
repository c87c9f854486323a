import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { SettingsOf } from '#contract/office/shop/settings.ts';
import { useCopy } from '#ui/use-copy.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type Contacts, contactLinks } from '#web/layout/contact-links.ts';
import type { ShopEntity } from './entity.ts';

/** Copies a text to the clipboard. */
function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTranslation();
  const { state, copy } = useCopy(text);
  return (
    <button type="button" className="link min-h-11 shrink-0 text-sm print:hidden" onClick={copy}>
      <span role="status">{t(`content.copy.${state}`)}</span>
      <span className="sr-only">: {label}</span>
    </button>
  );
}

interface AboutProps {
  readonly entity: ShopEntity;
  readonly contacts: Contacts;
}

interface PartProps {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

function Part({ title, lead, children }: PartProps) {
  return (
    <section className="mt-10">
      <h2 className="text-xl font-semibold">{title}</h2>
      {lead === undefined ? null : <p className="mt-2 leading-7 text-muted">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

/** Facts about the entity. */
function EntityFacts({ facts }: Pick<ShopEntity, 'facts'>) {
  const { t } = useTranslation();
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-[12rem_1fr]">
      {facts.map(({ name, text }) => (
        <div key={name} className="grid sm:contents">
          <dt className="text-muted">{t(`content.about.${name}`)}</dt>
          <dd className="wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function ContactLinks({ contacts }: Pick<AboutProps, 'contacts'>) {
  const { t, to } = useTranslation();
  const links = contactLinks(contacts);
  return (
    <address className="grid gap-2 not-italic">
      {links.length === 0 ? (
        <p>
          {t('content.about.no_contacts')}{' '}
          <Link className="link" to={to('/support')}>
            {t('content.about.support')}
          </Link>
        </p>
      ) : null}
      {links.map(({ kind, text, href }) => (
        <p key={kind}>
          <span className="text-muted">{t(`content.about.${kind}`)}: </span>
          <a className="link wrap-anywhere" href={href}>
            {text}
          </a>
        </p>
      ))}
      {contacts.hours === '' ? null : (
        <p>
          <span className="text-muted">{t('content.about.hours')}: </span>
          {contacts.hours}
        </p>
      )}
      {links.length === 0 ? null : <p className="mt-2 leading-7">{t('content.about.promise')}</p>}
      <p className="leading-7">{t('content.about.safety')}</p>
    </address>
  );
}

const Monitors = ({ monitors }: { readonly monitors: SettingsOf<'entity'>['monitors'] }) => (
  <ul className="grid gap-1">
    {monitors.map(({ name, url }) => (
      <li key={url}>
        <a className="link inline-flex min-h-11 items-center" href={url} target="_blank" rel="noopener noreferrer">
          {name}
        </a>
      </li>
    ))}
  </ul>
);

const Fingerprints = ({ fingerprints }: { readonly fingerprints: SettingsOf<'entity'>['fingerprints'] }) => (
  <ul className="grid gap-4">
    {fingerprints.map(({ label, text }) => (
      <li key={label} className="rounded-tray border border-line bg-sheet px-4 py-2">
        <p className="flex items-center justify-between gap-3 text-sm text-muted">
          {label}
          <CopyButton label={label} text={text} />
        </p>
        <p className="figures pb-2 wrap-anywhere select-all" translate="no">
          {text}
        </p>
      </li>
    ))}
  </ul>
);

/** Who runs the site, as its owner has entered it in the office, and the contacts. */
export function AboutPage({ entity, contacts }: AboutProps) {
  const { t, to } = useTranslation();
  return (
    <div className="mx-auto max-w-2xl px-4 py-10 sm:px-6 md:py-14">
      <h1 className="text-2xl font-semibold text-balance wrap-anywhere sm:text-3xl">{t('content.about.title')}</h1>
      <p className="mt-4 text-lg leading-7">{t('content.about.lead')}</p>
      {entity.facts.length === 0 ? null : (
        <Part title={t('content.about.entity')}>
          <EntityFacts facts={entity.facts} />
        </Part>
      )}
      <Part title={t('content.about.contacts')}>
        <ContactLinks contacts={contacts} />
      </Part>
      {entity.monitors.length === 0 ? null : (
        <Part title={t('content.about.monitors')}>
          <Monitors monitors={entity.monitors} />
        </Part>
      )}
      {entity.fingerprints.length === 0 ? null : (
        <Part title={t('content.about.fingerprints')} lead={t('content.about.fingerprints_lead')}>
          <Fingerprints fingerprints={entity.fingerprints} />
        </Part>
      )}
      <Part title={t('content.about.rules')}>
        <p className="leading-7">
          <Link className="link" to={to('/terms')}>
            {t('content.about.terms')}
          </Link>
        </p>
      </Part>
    </div>
  );
}

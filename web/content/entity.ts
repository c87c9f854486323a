import type { SettingsOf } from '#contract/office/shop/settings.ts';
import type { Locale } from '#core/locale.ts';

/** The entity that runs the site, in one language: only what its owner has entered. */
export interface ShopEntity {
  readonly facts: readonly { readonly name: string; readonly text: string }[];
  readonly monitors: SettingsOf<'entity'>['monitors'];
  readonly fingerprints: SettingsOf<'entity'>['fingerprints'];
}

/** The entity in a language, without empty fields. */
export function entityIn(entity: SettingsOf<'entity'>, locale: Locale): ShopEntity {
  const facts = [
    { name: 'legal_name', text: entity.legal_name[locale] },
    { name: 'registration_number', text: entity.registration_number },
    { name: 'tax_id', text: entity.tax_id },
    { name: 'address', text: entity.address[locale] },
    { name: 'licence', text: entity.licence[locale] },
    { name: 'founded_year', text: entity.founded_year === 0 ? '' : String(entity.founded_year) },
  ].filter(({ text }) => text !== '');
  return { facts, monitors: entity.monitors, fingerprints: entity.fingerprints };
}

interface ShopDetails {
  readonly publicUrl: string;
  readonly entity: SettingsOf<'entity'>;
  readonly contacts: { readonly email: string | null; readonly phone: string | null };
  readonly name: string;
  readonly locale: Locale;
}

/** The entity as schema.org data: the organization that every page refers to. */
export function entityLinkedData({ publicUrl, entity, contacts: { email, phone }, name, locale }: ShopDetails): object {
  const nonEmpty = (text: string | null) => (text === '' || text === null ? undefined : text);
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${publicUrl}/#shop`,
    name,
    url: `${publicUrl}/`,
    legalName: nonEmpty(entity.legal_name[locale]),
    taxID: nonEmpty(entity.tax_id),
    identifier: nonEmpty(entity.registration_number),
    address: nonEmpty(entity.address[locale]),
    foundingDate: entity.founded_year === 0 ? undefined : String(entity.founded_year),
    email: nonEmpty(email),
    telephone: nonEmpty(phone),
    sameAs: entity.monitors.length === 0 ? undefined : entity.monitors.map(({ url }) => url),
  };
}

import type { SettingsOf } from '#contract/office-settings.ts';
import type { Locale } from '#core/locale.ts';

/** Who runs the shop, in one language: only what its owner has said. */
export interface ShopEntity {
  readonly lines: readonly { readonly name: string; readonly text: string }[];
  readonly monitors: SettingsOf<'entity'>['monitors'];
  readonly fingerprints: SettingsOf<'entity'>['fingerprints'];
}

/** What of the entity is told in a language; what is empty is left out. */
export function entityIn(entity: SettingsOf<'entity'>, locale: Locale): ShopEntity {
  const lines = [
    { name: 'legal_name', text: entity.legal_name[locale] },
    { name: 'registration_number', text: entity.registration_number },
    { name: 'tax_id', text: entity.tax_id },
    { name: 'address', text: entity.address[locale] },
    { name: 'licence', text: entity.licence[locale] },
    { name: 'founded_year', text: entity.founded_year === 0 ? '' : String(entity.founded_year) },
  ].filter(({ text }) => text !== '');
  return { lines, monitors: entity.monitors, fingerprints: entity.fingerprints };
}

interface Shop {
  readonly publicUrl: string;
  readonly entity: SettingsOf<'entity'>;
  readonly contacts: { readonly email: string | null; readonly phone: string | null };
  readonly name: string;
  readonly locale: Locale;
}

/** Who runs the shop, for machines (schema.org); the same organization that every page names. */
export function entityLinkedData({ publicUrl, entity, contacts: { email, phone }, name, locale }: Shop): object {
  const said = (text: string | null) => (text === '' || text === null ? undefined : text);
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${publicUrl}/#shop`,
    name,
    url: `${publicUrl}/`,
    legalName: said(entity.legal_name[locale]),
    taxID: said(entity.tax_id),
    identifier: said(entity.registration_number),
    address: said(entity.address[locale]),
    foundingDate: entity.founded_year === 0 ? undefined : String(entity.founded_year),
    email: said(email),
    telephone: said(phone),
    sameAs: entity.monitors.length === 0 ? undefined : entity.monitors.map(({ url }) => url),
  };
}

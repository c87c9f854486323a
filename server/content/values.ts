import type { ContentValues } from '#core/content/variables.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';

type ValueDeps = Pick<Deps, 'shop' | 'settings'>;

function valuesIn(locale: Locale, { shop, settings: { publicUrl, supportEmail } }: ValueDeps): ContentValues {
  const { email, phone, telegram, hours } = shop.of('contacts');
  const days = shop.of('privacy').orders_kept_days;
  const mailbox = email ?? supportEmail ?? '';
  const name = telegram?.replace(/^@/, '') ?? '';
  return {
    shop_name: { text: shop.of('shop').name[locale] },
    site: { text: new URL(publicUrl).host },
    legal_name: { text: shop.of('entity').legal_name[locale] },
    support_email: { text: mailbox, href: `mailto:${mailbox}` },
    support_phone: { text: phone ?? '', href: `tel:${phone?.replaceAll(/[^+\d]/g, '') ?? ''}` },
    support_telegram: { text: name === '' ? '' : `@${name}`, href: `https://t.me/${name}` },
    support_hours: { text: hours[locale] },
    orders_kept_days: { text: days === 0 ? '' : String(days) },
  };
}

/** Values that texts may refer to, per locale. It is the same object until the settings change. */
export function contentValues(deps: ValueDeps): (locale: Locale) => ContentValues {
  const readSettings = () => (['shop', 'contacts', 'entity', 'privacy'] as const).map((section) => deps.shop.of(section));
  const make = () => new Map(LOCALES.map((locale) => [locale, valuesIn(locale, deps)]));
  let [settings, values] = [readSettings(), make()];
  return (locale) => {
    const current = readSettings();
    if (current.some((section, i) => section !== settings[i])) [settings, values] = [current, make()];
    return values.get(locale) ?? valuesIn(locale, deps);
  };
}

import { entityLine } from '#core/text/entity-line.ts';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';

/** Footer of every mail: notes about its links, support contact, brand and legal entity. */
export function emailFooter(
  { settings, shop, t }: Pick<Deps, 'settings' | 'shop' | 't'>,
  locale: Locale,
  linkNotes: readonly string[],
): readonly string[] {
  const { publicUrl } = settings;
  const supportEmail = shop.of('contacts').email ?? settings.supportEmail;
  const entity = entityLine(shop.of('entity'), locale);
  const site = new URL(publicUrl).host;
  return [
    ...new Set(linkNotes),
    supportEmail === null ? t(locale, 'mail.support_none') : t(locale, 'mail.support', { email: supportEmail }),
    t(locale, 'mail.brand', { site }),
    ...(entity === undefined ? [] : [entity]),
  ];
}

import { entityLine } from '#core/entity-line.ts';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';

/** What every letter ends with: what its links are, who answers questions, and whose letter it is. */
export function letterFooter(
  { settings, shop, t }: Pick<Deps, 'settings' | 'shop' | 't'>,
  locale: Locale,
  ofItsLinks: readonly string[],
): readonly string[] {
  const { publicUrl } = settings;
  const supportEmail = shop.of('contacts').email ?? settings.supportEmail;
  const entity = entityLine(shop.of('entity'), locale);
  const site = new URL(publicUrl).host;
  return [
    ...new Set(ofItsLinks),
    supportEmail === null ? t(locale, 'mail.support_none') : t(locale, 'mail.support', { email: supportEmail }),
    t(locale, 'mail.brand', { site }),
    ...(entity === undefined ? [] : [entity]),
  ];
}

import { BANNER_SIZES, bannerPath } from '#core/referral/banners.ts';
import { LOCALES } from '#core/locale.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CopyableValue } from '#web/layout/CopyableValue.tsx';
import type { Overview } from '#web/earnings/load-overview.ts';
import { linkIn } from '#web/earnings/LinkPart.tsx';

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Banners for other sites, with their HTML. */
export function Banners({ link, publicUrl, texts }: Pick<Overview, 'publicUrl' | 'texts'> & { readonly link: string }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="earnings-banners" className="grid gap-4">
      <h2 id="earnings-banners" className="text-lg font-semibold">
        {t('earnings.banners.title')}
      </h2>
      <p className="max-w-2xl text-muted">{t('earnings.banners.lead')}</p>
      {LOCALES.map((locale) => (
        <details key={locale}>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center">{t(`earnings.banners.in_${locale}`)}</summary>
          <ul className="mt-3 grid gap-8">
            {BANNER_SIZES.map(({ width, height }) => {
              const path = bannerPath({ width, height }, locale);
              const { alt } = texts[locale];
              const code = `<a href="${escapeAttribute(linkIn(link, locale))}"><img src="${publicUrl}${path}" width="${width}" height="${height}" alt="${escapeAttribute(alt)}"></a>`;
              const size = `${width} × ${height}`;
              return (
                <li key={path} className="grid min-w-0 gap-2">
                  <img src={path} width={width} height={height} alt={alt} lang={locale} loading="lazy" className="h-auto max-w-full" />
                  <CopyableValue label={t('earnings.banners.code', { size })} value={code} displayed={<span lang={locale}>{code}</span>} />
                </li>
              );
            })}
          </ul>
        </details>
      ))}
    </section>
  );
}

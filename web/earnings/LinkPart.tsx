import { LOCALES } from '#core/locale.ts';
import { Button } from '#ui/Button.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { localPath } from '#web/i18n/locale.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CopyableValue } from '#web/layout/CopyableValue.tsx';
import type { Overview } from '#web/earnings/load-overview.ts';
import { saveQr } from '#web/earnings/save-qr.ts';

const FORMATS = ['svg', 'png'] as const;

/** The referral link to the site in a language. */
export function linkIn(link: string, locale: (typeof LOCALES)[number]): string {
  const { origin, pathname, search } = new URL(link);
  return `${origin}${localPath(locale, pathname)}${search}`;
}

/** The customer's referral link: to copy, scan or share. */
export function LinkPart({ link, texts }: Pick<Overview, 'texts'> & { readonly link: string }) {
  const { t } = useTranslation();
  const telegramUrl = (locale: (typeof LOCALES)[number]) =>
    `https://t.me/share/url?${new URLSearchParams({ url: linkIn(link, locale), text: texts[locale].share }).toString()}`;
  return (
    <section aria-labelledby="earnings-link" className="grid gap-4">
      <h2 id="earnings-link" className="text-lg font-semibold">
        {t('earnings.link.title')}
      </h2>
      <div className="grid items-start gap-6 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <div className="min-w-0">
          <CopyableValue label={t('earnings.link.label')} value={link} />
          {LOCALES.map((locale) => {
            const text = `${texts[locale].share} ${linkIn(link, locale)}`;
            const label = t(`earnings.share.label_${locale}`);
            return <CopyableValue key={locale} label={label} value={text} displayed={<span lang={locale}>{text}</span>} />;
          })}
          <p className="mt-3 flex flex-wrap gap-x-6">
            {LOCALES.map((locale) => (
              <a
                key={locale}
                className="link inline-flex min-h-11 items-center"
                href={telegramUrl(locale)}
                target="_blank"
                rel="noreferrer"
              >
                {t(`earnings.share.telegram_${locale}`)}
              </a>
            ))}
          </p>
          <p className="mt-2 text-sm text-muted">{t('earnings.link.any_page')}</p>
        </div>
        <div className="grid gap-3">
          <QrCode payload={link} label={t('earnings.link.qr')} className="w-40 rounded-tray border border-line" />
          <p className="flex gap-2">
            {FORMATS.map((format) => (
              <Button key={format} className="flex-1" onClick={() => saveQr(link, format)}>
                <span className="sr-only">{t('earnings.link.save_qr')} </span>
                {format.toUpperCase()}
              </Button>
            ))}
          </p>
        </div>
      </div>
    </section>
  );
}

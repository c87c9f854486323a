import encodeQR from 'qr';
import { type Locale, LOCALES } from '#core/locale.ts';
import { BANNER_SIZES, bannerPath } from '#core/referral/banners.ts';
import { Button } from '#ui/Button.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { localPath } from '#web/i18n/locale.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CopyableValue } from '#web/layout/CopyableValue.tsx';
import type { OverviewData } from './load-earnings.ts';

const QR_FORMATS = ['svg', 'png'] as const;
const QUIET_ZONE_CELLS = 2;
/** Cell size of the PNG: large enough for a poster. */
const CELL_PX = 24;
const QR_FILE_NAME = 'referral-qr';

function downloadBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

function drawOnCanvas(cells: readonly (readonly boolean[])[]): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = cells.length * CELL_PX;
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  for (const [y, row] of cells.entries())
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * CELL_PX, y * CELL_PX, CELL_PX, CELL_PX);
  return canvas;
}

/** Downloads the QR code of a link. */
function saveQr(payload: string, format: (typeof QR_FORMATS)[number]): void {
  const options = { ecc: 'medium', border: QUIET_ZONE_CELLS } as const;
  if (format === 'svg') {
    downloadBlob(new Blob([encodeQR(payload, 'svg', options)], { type: 'image/svg+xml' }), `${QR_FILE_NAME}.svg`);
    return;
  }
  drawOnCanvas(encodeQR(payload, 'raw', options)).toBlob((blob) => {
    if (blob !== null) downloadBlob(blob, `${QR_FILE_NAME}.png`);
  }, 'image/png');
}

/** The referral link to the site in a language. */
function linkIn(link: string, locale: Locale): string {
  const { origin, pathname, search } = new URL(link);
  return `${origin}${localPath(locale, pathname)}${search}`;
}

/** The customer's referral link: to copy, scan or share. */
export function LinkPart({ link, texts }: Pick<OverviewData, 'texts'> & { readonly link: string }) {
  const { t } = useTranslation();
  const telegramUrl = (locale: Locale) =>
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
            {QR_FORMATS.map((format) => (
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

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Banners for other sites, with their HTML. */
export function Banners({ link, publicUrl, texts }: Pick<OverviewData, 'publicUrl' | 'texts'> & { readonly link: string }) {
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

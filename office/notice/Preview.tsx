import { useTranslation } from '#office/i18n/Translation.tsx';
import type { NoticeDraft } from './draft.ts';
import './Preview.css';

/** The notice as visitors will see it, in both languages and themes. */
export function Preview({ draft }: { readonly draft: NoticeDraft }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('office_notice.preview')}>
      <p className="dim">{t('office_notice.preview')}</p>
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} className="notice-preview" data-theme={theme} role="group" aria-label={t(`office_notice.${theme}`)}>
          {(['ru', 'en'] as const).map((locale) => (
            <p key={locale} className={draft.kind} lang={locale} translate="no">
              {draft[locale].trim() === '' ? '…' : draft[locale]}{' '}
              {draft.link.trim() === '' ? null : <span className="preview-link">{t('office_notice.more')}</span>}
            </p>
          ))}
        </div>
      ))}
    </section>
  );
}

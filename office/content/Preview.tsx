import { LOCALES } from '#core/locale.ts';
import { renderDocument } from '#core/content/render.ts';
import type { ContentItemAttributes } from '#contract/office/content/content.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { drawable } from './document-of.ts';
import type { Draft } from './use-draft.ts';

interface PreviewProps {
  readonly draft: Draft;
  readonly shown: ContentItemAttributes['shown'];
}

/** The draft as the site renders it. */
export function Preview({ draft, shown }: PreviewProps) {
  const { t } = useTranslation();
  return (
    <div className="text-columns both">
      {LOCALES.map((locale) => {
        const text = draft[locale];
        if (text === null) return null;
        return (
          <article key={locale} className="text-preview prose" lang={locale} translate="no">
            <h2>{text.title}</h2>
            {/* Escaped, from an allow-list (core/content/render.ts) */}
            <div dangerouslySetInnerHTML={{ __html: renderDocument(drawable(text.body)) }} />
            <p className="dim">
              {shown[locale] === null ? t('office_content.nowhere_yet') : t('office_content.stands_at', { slug: shown[locale].slug })}
            </p>
          </article>
        );
      })}
    </div>
  );
}

import { Button } from '@mantine/core';
import type { DraftText } from '#contract/office/content/content.ts';
import { slugOf } from '#core/content/slug.ts';
import { EMPTY_DOCUMENT } from '#core/content/document.ts';
import type { Locale } from '#core/locale.ts';
import { Textarea, TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { drawable } from './document-of.ts';
import { RichText } from './RichText.tsx';

/** Characters that search engines show. */
const SHOWN_LENGTH = { title: 60, description: 160 } as const;

export const EMPTY_TEXT: DraftText = {
  title: '',
  slug: '',
  seolink: '',
  excerpt: '',
  body: { ...EMPTY_DOCUMENT },
  seo: { title: '', description: '' },
};

interface TextColumnProps {
  readonly locale: Locale;
  readonly text: DraftText | null;
  readonly isReadOnly: boolean;
  /** Published: the address no longer follows the title. */
  readonly isShown: boolean;
  readonly problemOf: (field: string) => string | undefined;
  readonly onChange: (part: Partial<DraftText>) => void;
  readonly onAdd: () => void;
  readonly onRemove: () => void;
}

interface SearchFieldsProps extends Pick<TextColumnProps, 'locale' | 'isReadOnly' | 'problemOf' | 'onChange' | 'onRemove'> {
  readonly text: DraftText;
}

/** What search engines show, the former address, and removal of the language. */
function SearchFields({ locale, text, isReadOnly, problemOf, onChange, onRemove }: SearchFieldsProps) {
  const { t } = useTranslation();
  const common = { readOnly: isReadOnly, autoComplete: 'off' } as const;
  const lengthHint = (value: string, most: number) => t('office_content.length', { count: value.length, most });
  return (
    <details className="stack">
      <summary>{t('office_content.field.search')}</summary>
      <TextInput
        {...common}
        label={t('office_content.field.seo_title')}
        description={lengthHint(text.seo.title || text.title, SHOWN_LENGTH.title)}
        lang={locale}
        maxLength={200}
        value={text.seo.title}
        onChange={({ currentTarget }) => onChange({ seo: { ...text.seo, title: currentTarget.value } })}
      />
      <Textarea
        {...common}
        label={t('office_content.field.seo_description')}
        description={lengthHint(text.seo.description, SHOWN_LENGTH.description)}
        lang={locale}
        maxLength={400}
        autosize
        value={text.seo.description}
        onChange={({ currentTarget }) => onChange({ seo: { ...text.seo, description: currentTarget.value.replaceAll('\n', ' ') } })}
      />
      <TextInput
        {...common}
        label={t('office_content.field.seolink')}
        description={t('office_content.field.seolink_hint')}
        maxLength={100}
        spellCheck={false}
        value={text.seolink}
        error={problemOf(`${locale}/seolink`)}
        onChange={({ currentTarget }) => onChange({ seolink: currentTarget.value.trim() })}
      />
      {isReadOnly ? null : (
        <Button size="compact-xs" variant="subtle" onClick={onRemove}>
          {t('office_content.remove_language')}
        </Button>
      )}
    </details>
  );
}

/** A text in one language: title, address, body, excerpt, search engine fields. */
export function TextColumn({ locale, text, isReadOnly, isShown, problemOf, onChange, onAdd, onRemove }: TextColumnProps) {
  const { t } = useTranslation();
  const name = t(`office_content.language.${locale}`);
  if (text === null)
    return (
      <section className="sheet text-column" aria-label={name}>
        <p className="empty">{t(`office_content.lacks.${locale}`)}</p>
        {isReadOnly ? null : (
          <Button size="xs" variant="default" onClick={onAdd}>
            {t('office_content.add_language')}
          </Button>
        )}
      </section>
    );
  const isSlugDerived = !isShown && (text.slug === '' || text.slug === slugOf(text.title));
  const common = { readOnly: isReadOnly, autoComplete: 'off' } as const;
  return (
    <section className="sheet text-column" aria-label={name}>
      <TextInput
        {...common}
        label={t('office_content.field.title')}
        lang={locale}
        maxLength={200}
        value={text.title}
        error={problemOf(`${locale}/title`)}
        onChange={({ currentTarget: { value } }) => onChange({ title: value, ...(isSlugDerived ? { slug: slugOf(value) } : {}) })}
      />
      <TextInput
        {...common}
        label={t('office_content.field.slug')}
        description={isShown ? t('office_content.field.slug_moved') : t('office_content.field.slug_hint')}
        maxLength={100}
        spellCheck={false}
        value={text.slug}
        error={problemOf(`${locale}/slug`)}
        onChange={({ currentTarget }) => onChange({ slug: currentTarget.value.trim() })}
      />
      <div className="text-label">{t('office_content.field.body')}</div>
      <RichText
        label={`${t('office_content.field.body')}, ${name}`}
        locale={locale}
        value={drawable(text.body)}
        isReadOnly={isReadOnly}
        problem={problemOf(`${locale}/body`)}
        onChange={(body) => onChange({ body: { ...body } })}
      />
      <Textarea
        {...common}
        label={t('office_content.field.excerpt')}
        description={t('office_content.field.excerpt_hint')}
        lang={locale}
        maxLength={600}
        autosize
        minRows={2}
        value={text.excerpt}
        error={problemOf(`${locale}/excerpt`)}
        onChange={({ currentTarget }) => onChange({ excerpt: currentTarget.value })}
      />
      <SearchFields {...{ locale, text, isReadOnly, problemOf, onChange, onRemove }} />
    </section>
  );
}

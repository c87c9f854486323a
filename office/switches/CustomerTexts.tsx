import { Textarea } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { Draft } from './draft.ts';

interface CustomerTextsProps {
  readonly draft: Pick<Draft, 'ru' | 'en'>;
  readonly onChange: (part: Partial<Pick<Draft, 'ru' | 'en'>>) => void;
}

/** The text for customers in both languages; empty: the site's text for the chosen reason. */
export function CustomerTexts({ draft, onChange }: CustomerTextsProps) {
  const { t } = useTranslation();
  return (['ru', 'en'] as const).map((locale) => (
    <Textarea
      key={locale}
      label={t(`switches.text_${locale}`)}
      description={t('switches.text_hint')}
      autosize
      maxLength={300}
      value={draft[locale]}
      field={`text/${locale}`}
      onChange={({ currentTarget }) => onChange({ [locale]: currentTarget.value })}
    />
  ));
}

import { Textarea } from '#office/form/fields.tsx';
import { useWords } from '#office/words/Words.tsx';
import type { Draft } from './draft.ts';

interface CustomerTextsProps {
  readonly draft: Pick<Draft, 'ru' | 'en'>;
  readonly errors: { readonly ru: string | undefined; readonly en: string | undefined };
  readonly onChange: (part: Partial<Pick<Draft, 'ru' | 'en'>>) => void;
}

/** What customers read where they meet what is off, in both languages; empty: the chosen reason in words of the site. */
export function CustomerTexts({ draft, errors, onChange }: CustomerTextsProps) {
  const { t } = useWords();
  return (['ru', 'en'] as const).map((locale) => (
    <Textarea
      key={locale}
      label={t(`switches.text_${locale}`)}
      description={t('switches.text_hint')}
      autosize
      maxLength={300}
      value={draft[locale]}
      error={errors[locale]}
      onChange={({ currentTarget }) => onChange({ [locale]: currentTarget.value })}
    />
  ));
}

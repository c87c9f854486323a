import { TextField } from '#ui/TextField.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { Cells } from './draft.ts';

/** A requisite field as the customer sees it, in both languages. */
export function FieldPreview({ row }: { readonly row: Cells }) {
  const { t } = useTranslation();
  return (
    <div className="field-preview" role="group" aria-label={t('catalogue_desk.preview_field')}>
      {(['ru', 'en'] as const).map((locale) => (
        // The label is of that language too
        <div key={locale} lang={locale}>
          <TextField label={row[`label.${locale}`] || '…'} placeholder={row['example'] ?? ''} readOnly tabIndex={-1} />
        </div>
      ))}
    </div>
  );
}

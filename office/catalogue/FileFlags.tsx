import { Checkbox } from '@mantine/core';
import { NO_FILE_FLAGS } from '#core/payment-system/direction-rules.ts';
import { TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useForm } from './form.ts';
import { readPart, writePart } from './part.ts';

const COLUMN = 'file_flags';
const FLAGS = Object.keys(NO_FILE_FLAGS).filter((name) => name !== 'city');

/** What the rate file says of a direction and nothing else tells. */
export function FileFlags() {
  const { t } = useTranslation();
  const form = useForm();
  const part = { ...NO_FILE_FLAGS, ...readPart(form, COLUMN) };
  const set = (name: string, value: unknown) => writePart(form, COLUMN, { ...part, [name]: value });
  const isWrong = Object.keys(form.wrongs).some((path) => path.startsWith('fileFlags'));
  return (
    <section className="sheet form-section" aria-labelledby="section-file-flags">
      <h2 id="section-file-flags">{t('catalogue_desk.column.file_flags')}</h2>
      <div className="form-grid">
        {FLAGS.map((name) => (
          <Checkbox
            key={name}
            className="form-flag"
            label={t(`catalogue_desk.flag.${name}`)}
            disabled={form.isReadOnly}
            checked={Object.entries(part).some(([key, value]) => key === name && value === true)}
            onChange={(event) => set(name, event.currentTarget.checked)}
          />
        ))}
        <TextInput
          label={t('catalogue_desk.flag.city')}
          description={t('catalogue_desk.hint.city')}
          disabled={form.isReadOnly}
          error={isWrong ? t('catalogue_desk.problem.city') : undefined}
          value={part.city ?? ''}
          onChange={(event) => set('city', event.currentTarget.value.trim().toUpperCase() || null)}
        />
      </div>
    </section>
  );
}

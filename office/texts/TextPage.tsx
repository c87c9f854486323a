import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { officeGetText, officeSaveText, type OfficeTextDetail, officeTryText } from '#contract/office/content/texts.ts';
import { type Locale, LOCALES } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { Loaded, useDocumentTitle } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea } from '#office/form/fields.tsx';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { clockTime } from '#office/format/moment.ts';
import { FrozenWhileEditing, OutdatedNotice } from '#office/editing/Editing.tsx';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { TextPreview } from './TextPreview.tsx';
import { fieldLabel, placeOf, withoutVariables } from './text-words.ts';
import './TextPage.css';

type Field = OfficeTextDetail['fields'][number];
type StoredValue = OfficeTextDetail['history'][number]['values'][number];
/** Texts of the form by `nameOf`. */
type Values = Readonly<Record<string, string>>;

const nameOf = ({ key, locale }: Pick<Field, 'key' | 'locale'>): string => `${locale} ${key}`;

const deliveredValues = (fields: readonly Field[]): Values => Object.fromEntries(fields.map((field) => [nameOf(field), field.delivered]));

const currentValues = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map((field) => [nameOf(field), field.value ?? field.delivered]));

/** The values of an earlier version; null: as delivered. */
const earlierValues = (fields: readonly Field[], stored: readonly StoredValue[]): Values => ({
  ...deliveredValues(fields),
  ...Object.fromEntries(stored.flatMap((text) => (text.value === null ? [] : [[nameOf(text), text.value]]))),
});

const storedValues = (fields: readonly Field[], values: Values): StoredValue[] =>
  fields.map((field) => {
    const value = values[nameOf(field)] ?? field.delivered;
    return { key: field.key, locale: field.locale, value: value === field.delivered ? null : value };
  });

/** One text: both languages side by side, preview, earlier versions. */
export function TextPage() {
  const { id = '' } = useParams();
  const api = useApi();
  const { t } = useTranslation();
  const text = useQuery({ queryKey: keys.text(id), queryFn: ({ signal }) => api(officeGetText, { params: { id }, signal }) });
  useDocumentTitle(t('office_texts.title'));
  return (
    <Loaded query={text}>
      {({ data }) => <FrozenWhileEditing stored={data.attributes}>{(stored) => <TextForm id={id} text={stored} />}</FrozenWhileEditing>}
    </Loaded>
  );
}

interface TextFormProps {
  readonly id: string;
  readonly text: OfficeTextDetail;
}

function TextForm({ id, text }: TextFormProps) {
  const { t, locale } = useTranslation();
  const mayChange = useOperator().actions.includes('change_texts');
  const { fields } = text;
  const form = useFields(currentValues(fields));
  const [shown, setShown] = useState<Locale>(locale);
  const save = useCommand(officeSaveText, { after: [keys.texts()], success: t('office_texts.saved'), onDone: form.markSaved });
  const sendTest = useCommand(officeTryText, { success: t('office_texts.try_sent') });
  const values = storedValues(fields, form.values);
  return (
    <>
      <p>
        <Link to={paths.texts()}>{t('office_texts.title')}</Link>
      </p>
      <h1>{withoutVariables(text.title[locale])}</h1>
      <p className="dim">
        <span title={id}>{placeOf(id, t)}</span>
      </p>
      <CheckedForm
        className="text-form"
        command={{ error: save.error ?? sendTest.error, isPending: save.isPending }}
        onSubmit={() => save.run({ params: { id }, body: { version: text.version, values } })}
      >
        <div className="text-languages">
          {LOCALES.map((language) => (
            <fieldset key={language}>
              <legend>{t(`office_texts.language.${language}`)}</legend>
              {fields.map((field, index) =>
                field.locale === language ? (
                  <TextLine
                    key={field.key}
                    field={field}
                    path={`values/${index}/value`}
                    value={form.values[nameOf(field)] ?? ''}
                    isReadOnly={!mayChange}
                    onFocus={() => setShown(language)}
                    onChange={(value) => form.set({ [nameOf(field)]: value })}
                  />
                ) : null,
              )}
            </fieldset>
          ))}
        </div>
        <OutdatedNotice when={form.isOutdated && !save.isPending} onRenew={form.renew} />
        <FormProblem />
        {mayChange ? (
          <Group my="md" gap="sm">
            <Button type="submit" loading={save.isPending}>
              {t('office_texts.save')}
            </Button>
            <Button
              variant="default"
              loading={sendTest.isPending}
              onClick={() => sendTest.run({ params: { id }, body: { locale: shown, values } })}
            >
              {t(`office_texts.try.${shown}`)}
            </Button>
            <Button variant="subtle" onClick={() => form.set(deliveredValues(fields))}>
              {t('office_texts.as_delivered')}
            </Button>
          </Group>
        ) : null}
      </CheckedForm>
      <TextPreview id={id} values={values} locale={shown} onLocale={setShown} />
      <History text={text} onTake={(stored) => form.set(earlierValues(fields, stored))} />
    </>
  );
}

interface TextLineProps {
  readonly field: Field;
  /** The member of the body that it is sent as. */
  readonly path: string;
  readonly value: string;
  readonly isReadOnly: boolean;
  readonly onFocus: () => void;
  readonly onChange: (value: string) => void;
}

/** One text: its variables below it; where it was changed, the original with a button that puts it back. */
function TextLine({ field, path, value, isReadOnly, onFocus, onChange }: TextLineProps) {
  const { t } = useTranslation();
  const names = field.variables.map((name) => `{{${name}}}`).join(' ');
  const label = fieldLabel(field, t);
  return (
    <div>
      <Textarea
        label={label}
        description={names === '' ? undefined : t('office_texts.variables', { names })}
        lang={field.locale}
        autosize
        minRows={1}
        maxLength={field.max_length}
        value={value}
        field={path}
        readOnly={isReadOnly}
        onFocus={onFocus}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {value === field.delivered ? null : (
        <p className="dim" lang={field.locale}>
          {t('office_texts.was', { text: field.delivered })}{' '}
          {isReadOnly ? null : (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`${t('office_texts.reset')}: ${label}`}
              onClick={() => onChange(field.delivered)}
            >
              {t('office_texts.reset')}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

function History({ text, onTake }: { readonly text: OfficeTextDetail; readonly onTake: (values: readonly StoredValue[]) => void }) {
  const { t, locale } = useTranslation();
  if (text.history.length === 0) return null;
  return (
    <section aria-labelledby="text-history">
      <h2 id="text-history">{t('office_texts.history')}</h2>
      <ol className="stack">
        {text.history.map(({ version, saved_at: at, saved_by: by, values }) => (
          <li key={version}>
            {clockTime(at, locale)} <span translate="no">{by}</span>{' '}
            <Button size="compact-xs" variant="default" onClick={() => onTake(values)}>
              {t('office_texts.take', { version })}
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}

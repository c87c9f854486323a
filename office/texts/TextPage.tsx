import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { officeGetText, officeSaveText, type OfficeTextDetail, officeTryText } from '#contract/office/content/texts.ts';
import type { Locale } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { useDocumentTitle } from '#office/components/Screen.tsx';
import { fieldProblem, problemMessage } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { OutdatedNotice } from '#office/editing/OutdatedNotice.tsx';
import { FrozenWhileEditing } from '#office/editing/FrozenWhileEditing.tsx';
import { useTyped } from '#office/editing/use-typed.ts';
import { paths } from '#office/paths.ts';
import { Problem } from '#office/components/Problem.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { TextPreview } from './TextPreview.tsx';
import './TextPage.css';

type Field = OfficeTextDetail['fields'][number];
type Line = OfficeTextDetail['history'][number]['values'][number];
type Typed = Readonly<Record<string, string>>;

const nameOf = ({ key, locale }: Pick<Field, 'key' | 'locale'>): string => `${locale} ${key}`;
const typedOf = (fields: readonly Field[]): Typed =>
  Object.fromEntries(fields.map((field) => [nameOf(field), field.value ?? field.delivered]));
const linesOf = (fields: readonly Field[], typed: Typed): Line[] =>
  fields.map((field) => {
    const value = typed[nameOf(field)] ?? field.delivered;
    return { key: field.key, locale: field.locale, value: value === field.delivered ? null : value };
  });

/** One text: both languages side by side, the letter beside them, what it was before. */
export function TextPage() {
  const { id = '' } = useParams();
  const api = useApi();
  const { t } = useTranslation();
  const text = useQuery({ queryKey: keys.text(id), queryFn: ({ signal }) => api(officeGetText, { params: { id }, signal }) });
  useDocumentTitle(t('office_texts.title'));
  if (text.isError && text.data === undefined) return <Problem error={text.error} retry={() => void text.refetch()} />;
  const found = text.data?.data.attributes;
  return found === undefined ? (
    <p role="status">{t('office.loading')}</p>
  ) : (
    <FrozenWhileEditing stored={found}>{(read) => <TextForm id={id} text={read} />}</FrozenWhileEditing>
  );
}

interface TextFormProps {
  readonly id: string;
  readonly text: OfficeTextDetail;
}

function useTextDeeds(id: string, text: OfficeTextDetail, onSaved: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation();
  const save = useMutation({
    mutationFn: (values: Line[]) => api(officeSaveText, { params: { id }, body: { version: text.version, values } }),
    onSuccess: (saved) => {
      onSaved();
      queries.setQueryData(keys.text(id), saved);
      void queries.invalidateQueries({ queryKey: keys.texts() });
      notifications.show({ message: t('office_texts.saved') });
    },
  });
  const attempt = useMutation({
    mutationFn: (asked: { readonly locale: Locale; readonly values: Line[] }) => api(officeTryText, { params: { id }, body: asked }),
    onSuccess: () => notifications.show({ message: t('office_texts.try_sent') }),
  });
  return { save, attempt };
}

function TextForm({ id, text }: TextFormProps) {
  const { t, locale } = useTranslation();
  const mayChange = useOperator().actions.includes('change_texts');
  const { typed, setTyped, isGone, markSaved, renew } = useTyped<Typed>(typedOf(text.fields));
  const [shown, setShown] = useState<Locale>(locale);
  const { save, attempt } = useTextDeeds(id, text, markSaved);
  const lines = linesOf(text.fields, typed);
  const problem = save.error ?? attempt.error;
  const problemAt = (field: Field): string | undefined => fieldProblem(problem, `values/${text.fields.indexOf(field)}/value`);
  const isAtField = text.fields.some((field) => problemAt(field) !== undefined);
  return (
    <>
      <p>
        <Link to={paths.texts()}>{t('office_texts.title')}</Link>
      </p>
      <h1>{text.title[locale]}</h1>
      <p className="dim">
        {t(`office_texts.letters.${text.letters}`)} <span className="code">{id}</span>
      </p>
      <CheckedForm className="text-form" onSubmit={() => save.mutate(lines)}>
        <div className="text-languages">
          {(['ru', 'en'] as const).map((language) => (
            <fieldset key={language}>
              <legend>{t(`office_texts.language.${language}`)}</legend>
              {text.fields
                .filter((field) => field.locale === language)
                .map((field) => (
                  <TextLine
                    key={field.key}
                    field={field}
                    value={typed[nameOf(field)] ?? ''}
                    error={problemAt(field)}
                    isFixed={!mayChange}
                    onFocus={() => setShown(language)}
                    onChange={(value) => setTyped((before) => ({ ...before, [nameOf(field)]: value }))}
                  />
                ))}
            </fieldset>
          ))}
        </div>
        <OutdatedNotice when={isGone && !save.isPending} onRenew={renew} />
        {problem !== null && !isAtField ? (
          <p className="problem" role="alert">
            {problemMessage(problem, t)}
          </p>
        ) : null}
        {mayChange ? (
          <p className="text-deeds">
            <Button type="submit" loading={save.isPending}>
              {t('office_texts.save')}
            </Button>
            <Button variant="default" loading={attempt.isPending} onClick={() => attempt.mutate({ locale: shown, values: lines })}>
              {t(`office_texts.try.${shown}`)}
            </Button>
            <Button
              variant="subtle"
              onClick={() => setTyped(Object.fromEntries(text.fields.map((field) => [nameOf(field), field.delivered])))}
            >
              {t('office_texts.as_delivered')}
            </Button>
          </p>
        ) : null}
      </CheckedForm>
      <TextPreview id={id} values={lines} locale={shown} onLocale={setShown} />
      <History
        text={text}
        onTake={(values) => setTyped({ ...typedOf(text.fields.map((field) => ({ ...field, value: null }))), ...taken(values) })}
      />
    </>
  );
}

const taken = (values: readonly Line[]): Typed =>
  Object.fromEntries(values.flatMap((line) => (line.value === null ? [] : [[nameOf(line), line.value]])));

interface TextLineProps {
  readonly field: Field;
  readonly value: string;
  readonly error: string | undefined;
  readonly isFixed: boolean;
  readonly onFocus: () => void;
  readonly onChange: (value: string) => void;
}

/** One line: what it has to name below it, what was delivered where it is not that any more. */
function TextLine({ field, value, error, isFixed, onFocus, onChange }: TextLineProps) {
  const { t } = useTranslation();
  const names = field.variables.map((name) => `{{${name}}}`).join(' ');
  const notes = [
    names === '' ? null : t('office_texts.variables', { names }),
    value === field.delivered ? null : t('office_texts.was', { text: field.delivered }),
  ];
  return (
    <Textarea
      label={field.name}
      description={notes.filter((note) => note !== null).join(' ')}
      lang={field.locale}
      autosize
      minRows={1}
      maxLength={field.max_length}
      value={value}
      error={error}
      readOnly={isFixed}
      onFocus={onFocus}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function History({ text, onTake }: { readonly text: OfficeTextDetail; readonly onTake: (values: readonly Line[]) => void }) {
  const { t, locale } = useTranslation();
  if (text.history.length === 0) return null;
  return (
    <section aria-labelledby="text-history">
      <h2 id="text-history">{t('office_texts.history')}</h2>
      <ol className="text-history">
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

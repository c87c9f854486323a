import { NumberInput, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { type ContentItemAttributes, officeGetContent } from '#contract/office/content/content.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { useDocumentTitle } from '#office/components/Screen.tsx';
import { fieldProblem } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { NativeSelect } from '#office/form/fields.tsx';
import { Problem } from '#office/components/Problem.tsx';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { DraftBar } from './DraftBar.tsx';
import { ItemDeeds } from './ItemDeeds.tsx';
import { Preview } from './Preview.tsx';
import { StateBadges } from './StateBadges.tsx';
import { EMPTY_TEXT, TextColumn } from './TextColumn.tsx';
import { useCategories } from './use-categories.ts';
import { useDraft } from './use-draft.ts';
import { Versions } from './Versions.tsx';
import './ItemPage.css';

interface EditorProps {
  readonly id: string;
  readonly item: ContentItemAttributes;
}

function Editor({ id, item }: EditorProps) {
  const { t, locale: own } = useTranslation();
  const mayWrite = useOperator().actions.includes('change_content');
  const categories = useCategories();
  const used = useDraft(id, item);
  const { draft, change, changeText, epoch } = used;
  const [refused, setRefused] = useState<unknown>(null);
  const [shown, setShown] = useState<Locale>(draft[own] === null ? 'ru' : own);
  const [isPreviewed, setPreviewed] = useState(false);
  const title = draft[own]?.title || draft.ru?.title || draft.en?.title || t('office_content.untitled');
  useDocumentTitle(title);
  // What the server says of a node of the text is said at the text
  const problemOf = (field: string) =>
    fieldProblem(refused, field) ??
    fieldProblem(used.error, field) ??
    (field.endsWith('/body') ? LOCALES.map((one) => `${one}/body`).includes(field) && bodyProblem(used.error, field) : undefined) ??
    undefined;
  return (
    <>
      <p className="dim">
        <Link to={paths.content()}>{t('office_content.title')}</Link>
      </p>
      <h1 translate="no">{title}</h1>
      <StateBadges item={item} />
      {mayWrite ? <DraftBar used={used} /> : null}
      <div className="text-place">
        <NativeSelect
          label={t('office_content.field.category')}
          disabled={!mayWrite}
          value={draft.category_id}
          data={categories.filter(({ kind }) => kind === item.kind).map(({ id: value, name }) => ({ value, label: name[own] }))}
          onChange={({ currentTarget }) => change({ category_id: currentTarget.value })}
        />
        {item.kind === 'news' ? null : (
          <NumberInput
            label={t('office_content.field.sort')}
            readOnly={!mayWrite}
            min={-10_000}
            max={10_000}
            allowDecimal={false}
            value={draft.sort}
            onChange={(sort) => (typeof sort === 'number' ? change({ sort }) : undefined)}
          />
        )}
      </div>
      <SegmentedControl
        className="text-tabs"
        aria-label={t('office_content.which_language')}
        value={shown}
        onChange={(value) => setShown(value === 'en' ? 'en' : 'ru')}
        data={LOCALES.map((value) => ({ value, label: t(`office_content.language.${value}`) }))}
      />
      <div className="text-columns" data-shown={shown}>
        {LOCALES.map((locale) => (
          <TextColumn
            key={`${locale} ${epoch}`}
            locale={locale}
            text={draft[locale]}
            isReadOnly={!mayWrite}
            isShown={item.shown[locale] !== null}
            problemOf={(field) => problemOf(field) || undefined}
            onChange={(part) => changeText(locale, part)}
            onAdd={() => change({ [locale]: EMPTY_TEXT })}
            onRemove={() => change({ [locale]: null })}
          />
        ))}
      </div>
      <ItemDeeds id={id} item={item} used={used} onRefused={setRefused} />
      <details className="sheet" open={isPreviewed} onToggle={({ currentTarget }) => setPreviewed(currentTarget.open)}>
        <summary>{t('office_content.preview')}</summary>
        {isPreviewed ? <Preview draft={draft} shown={item.shown} /> : null}
      </details>
      <Versions id={id} draft={draft} used={used} mayWrite={mayWrite} />
    </>
  );
}

/** A refusal of something inside a text, told at the text. */
function bodyProblem(error: unknown, field: string): string | undefined {
  const failure = error as {
    readonly failure?: { readonly errors: readonly { readonly field?: string; readonly message: string }[] };
  } | null;
  return failure?.failure?.errors.find((one) => one.field?.startsWith(`${field}/`))?.message;
}

/** A text in both its languages: written, looked at, published, taken away; and what it was. */
export function ItemPage() {
  const { id = '' } = useParams();
  const api = useApi();
  const { t } = useTranslation();
  const item = useQuery({
    queryKey: keys.contentItem(id),
    queryFn: async ({ signal }) => (await api(officeGetContent, { params: { id }, signal })).data.attributes,
    // What is typed stands over what was read: reading again would not show it
    refetchOnWindowFocus: false,
    refetchOnMount: 'always',
  });
  // What is remembered from before may be a colleague's by now: one writes over what was just read
  if (item.data !== undefined && item.isFetchedAfterMount) return <Editor key={id} id={id} item={item.data} />;
  return (
    <>
      <h1>{t('office_content.title')}</h1>
      {item.isError ? <Problem error={item.error} retry={() => void item.refetch()} /> : <p className="loading">{t('office.loading')}</p>}
    </>
  );
}

import { Button, NumberInput, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { type ContentItemAttributes, officeGetContent } from '#contract/office/content/content.ts';
import { renderDocument } from '#core/content/render.ts';
import { type Locale, LOCALES } from '#core/locale.ts';
import { CallFailure, fieldProblem, problemMessage } from '#office/api/call-failure.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { Problem, useDocumentTitle } from '#office/components/Screen.tsx';
import { NativeSelect } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';
import { PublishPanel } from './PublishPanel.tsx';
import { StateBadges } from './StateBadges.tsx';
import { EMPTY_TEXT, TextColumn } from './TextColumn.tsx';
import { Versions } from './Versions.tsx';
import { drawable } from './document-of.ts';
import type { Draft } from './draft.ts';
import { useCategories } from './use-categories.ts';
import { type DraftEditor, useDraft } from './use-draft.ts';
import './ItemPage.css';

/** Asks before leaving a draft that could not be saved. */
function LeaveQuestion({ navigation }: { readonly navigation: DraftEditor['blockedNavigation'] }) {
  const { t } = useTranslation();
  if (navigation === undefined) return null;
  return (
    <div className="text-conflict" role="alert">
      <p>{t('office_content.leaving.what')}</p>
      <div className="row">
        <Button size="xs" onClick={navigation.stay}>
          {t('office_content.leaving.stay')}
        </Button>
        <Button size="xs" variant="default" onClick={navigation.leave}>
          {t('office_content.leaving.go')}
        </Button>
      </div>
    </div>
  );
}

/** State of the draft; in a conflict, the choice between the two texts. */
function DraftBar({ editor }: { readonly editor: DraftEditor }) {
  const { t } = useTranslation();
  const { state, error, conflictBy, save, resolveConflict, blockedNavigation } = editor;
  if (state === 'conflict')
    return (
      <div className="text-conflict" role="alert">
        <p>
          {t('office_content.conflict.what')} <strong translate="no">{conflictBy}</strong>
        </p>
        <p>{t('office_content.conflict.choice')}</p>
        <div className="row">
          <Button size="xs" onClick={() => void resolveConflict('mine')}>
            {t('office_content.conflict.mine')}
          </Button>
          <Button size="xs" variant="default" onClick={() => void resolveConflict('theirs')}>
            {t('office_content.conflict.theirs')}
          </Button>
        </div>
        <LeaveQuestion navigation={blockedNavigation} />
      </div>
    );
  return (
    <>
      <LeaveQuestion navigation={blockedNavigation} />
      <p className="text-saved" role="status" data-state={state}>
        {t(`office_content.saving.${state}`)}
        {state === 'failed' ? (
          <>
            {' '}
            <span className="problem">{problemMessage(error, t)}</span>{' '}
            <Button size="compact-xs" variant="default" onClick={() => void save()}>
              {t('office_content.saving.again')}
            </Button>
          </>
        ) : null}
      </p>
    </>
  );
}

interface PreviewProps {
  readonly draft: Draft;
  readonly shown: ContentItemAttributes['shown'];
}

/** The draft as the site renders it. */
function Preview({ draft, shown }: PreviewProps) {
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

interface EditorProps {
  readonly id: string;
  readonly item: ContentItemAttributes;
}

function Editor({ id, item }: EditorProps) {
  const { t, locale: operatorLocale } = useTranslation();
  const mayWrite = useOperator().actions.includes('change_content');
  const categories = useCategories();
  const editor = useDraft(id, item);
  const { draft, change, changeText, epoch } = editor;
  const [actionError, setActionError] = useState<unknown>(null);
  const [shown, setShown] = useState<Locale>(draft[operatorLocale] === null ? 'ru' : operatorLocale);
  const [isPreviewed, setPreviewed] = useState(false);
  const title = draft[operatorLocale]?.title || draft.ru?.title || draft.en?.title || t('office_content.untitled');
  useDocumentTitle(title);
  const problemOf = (field: string) =>
    fieldProblem(actionError, field) ??
    fieldProblem(editor.error, field) ??
    (field.endsWith('/body') ? bodyProblem(editor.error, field) : undefined);
  return (
    <>
      <p className="dim">
        <Link to={paths.content()}>{t('office_content.title')}</Link>
      </p>
      <h1 translate="no">{title}</h1>
      <div className="text-bar">
        <div className="text-state">
          <StateBadges item={item} />
          {mayWrite ? <DraftBar editor={editor} /> : null}
        </div>
        <PublishPanel id={id} item={item} editor={editor} onRefused={setActionError} />
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
            problemOf={problemOf}
            onChange={(part) => changeText(locale, part)}
            onAdd={() => change({ [locale]: EMPTY_TEXT })}
            onRemove={() => change({ [locale]: null })}
          />
        ))}
      </div>
      <div className="text-place">
        <NativeSelect
          label={t('office_content.field.category')}
          disabled={!mayWrite}
          value={draft.category_id}
          data={categories.filter(({ kind }) => kind === item.kind).map(({ id: value, name }) => ({ value, label: name[operatorLocale] }))}
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
      <details className="sheet" open={isPreviewed} onToggle={({ currentTarget }) => setPreviewed(currentTarget.open)}>
        <summary>{t('office_content.preview')}</summary>
        {isPreviewed ? <Preview draft={draft} shown={item.shown} /> : null}
      </details>
      <Versions id={id} draft={draft} editor={editor} mayWrite={mayWrite} />
    </>
  );
}

/** A refusal of a node inside a text, shown at the text. */
const bodyProblem = (error: unknown, field: string): string | undefined =>
  error instanceof CallFailure ? error.failure.errors.find((refusal) => refusal.field?.startsWith(`${field}/`))?.message : undefined;

/** A text in both languages: editing, publication, versions. */
export function ItemPage() {
  const { id = '' } = useParams();
  const api = useApi();
  const { t } = useTranslation();
  const item = useQuery({
    queryKey: keys.contentItem(id),
    queryFn: async ({ signal }) => (await api(officeGetContent, { params: { id }, signal })).data.attributes,
    // The draft hides what is read again
    refetchOnWindowFocus: false,
    refetchOnMount: 'always',
  });
  // A cached text may be outdated: editing begins from a fresh read
  if (item.data !== undefined && item.isFetchedAfterMount) return <Editor key={id} id={id} item={item.data} />;
  return (
    <>
      <h1>{t('office_content.title')}</h1>
      {item.isError ? <Problem error={item.error} retry={() => void item.refetch()} /> : <p className="loading">{t('office.loading')}</p>}
    </>
  );
}

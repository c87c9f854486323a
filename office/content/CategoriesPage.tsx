import { Button, NumberInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  officeAddContentCategory,
  officeChangeContentCategory,
  officeRemoveContentCategory,
} from '#contract/office/content/content-parts.ts';
import { slugOf } from '#core/content/slug.ts';
import { CONTENT_KINDS, type ContentKind } from '#core/content/item.ts';
import { LOCALES } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { useDocumentTitle } from '#office/components/Screen.tsx';
import { fieldProblem, problemMessage } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { NativeSelect, TextInput } from '#office/form/fields.tsx';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { type Category, useCategories } from './use-categories.ts';
import './ItemPage.css';

interface Said {
  readonly name: { readonly ru: string; readonly en: string };
  readonly slug: string;
  readonly sort: number;
}
const FIELDS = ['name/ru', 'name/en', 'slug', 'sort'] as const;

interface FormProps {
  readonly said: Said;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly submit: string;
  readonly onChange: (said: Said) => void;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
}

function CategoryForm({ said, error, isBusy, submit, onChange, onSubmit, onCancel }: FormProps) {
  const { t } = useTranslation();
  const isToldAtField = FIELDS.some((field) => fieldProblem(error, field) !== undefined);
  return (
    <CheckedForm className="text-place" onSubmit={() => onSubmit()}>
      {LOCALES.map((locale) => (
        <TextInput
          key={locale}
          label={t(`office_content.categories.name_${locale}`)}
          lang={locale}
          required
          maxLength={80}
          value={said.name[locale]}
          error={fieldProblem(error, `name/${locale}`)}
          onChange={({ currentTarget: { value } }) => {
            const follows = locale === 'ru' && (said.slug === '' || said.slug === slugOf(said.name.ru));
            onChange({ ...said, name: { ...said.name, [locale]: value }, ...(follows ? { slug: slugOf(value) } : {}) });
          }}
        />
      ))}
      <TextInput
        label={t('office_content.field.slug')}
        required
        maxLength={100}
        value={said.slug}
        error={fieldProblem(error, 'slug')}
        onChange={({ currentTarget }) => onChange({ ...said, slug: currentTarget.value.trim() })}
      />
      <NumberInput
        label={t('office_content.field.sort')}
        min={-10_000}
        max={10_000}
        allowDecimal={false}
        value={said.sort}
        error={fieldProblem(error, 'sort')}
        onChange={(sort) => (typeof sort === 'number' ? onChange({ ...said, sort }) : undefined)}
      />
      {error === null || isToldAtField ? null : (
        <p className="problem" role="alert">
          {problemMessage(error, t)}
        </p>
      )}
      <div className="row">
        <Button type="submit" size="xs" loading={isBusy}>
          {submit}
        </Button>
        <Button type="button" size="xs" variant="subtle" onClick={onCancel}>
          {t('office.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}

/** Whatever has changed a category has all of them read again, and the texts beside which their names stand. */
function useRead() {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: keys.contentCategories() });
    void queries.invalidateQueries({ queryKey: keys.content() });
  };
}

function CategoryRow({ category, mayChange }: { readonly category: Category; readonly mayChange: boolean }) {
  const api = useApi();
  const { t, locale } = useTranslation();
  const read = useRead();
  const [said, setSaid] = useState<(Said & { readonly version: number }) | null>(null);
  const params = { id: category.id };
  const changing = useMutation({
    mutationFn: (body: Said & { readonly version: number }) => api(officeChangeContentCategory, { params, body }),
    onSuccess: () => setSaid(null),
    onSettled: read,
  });
  const removing = useMutation({ mutationFn: () => api(officeRemoveContentCategory, { params }), onSettled: read });
  const begin = () => {
    const { name, slug, sort, version } = category;
    changing.reset();
    setSaid({ name, slug, sort, version });
  };
  return (
    <li className="sheet">
      <p className="line">
        <strong translate="no">{category.name[locale]}</strong>
        <span className="dim">{t(`office_content.kind.${category.kind}`)}</span>
        <span className="code">{category.slug}</span>
        <span className="dim">{t('office_content.categories.texts', { count: category.texts })}</span>
      </p>
      {said === null ? null : (
        <CategoryForm
          said={said}
          error={changing.error}
          isBusy={changing.isPending}
          submit={t('office_content.categories.save')}
          onChange={(next) => setSaid({ ...next, version: said.version })}
          onSubmit={() => changing.mutate(said)}
          onCancel={() => setSaid(null)}
        />
      )}
      {removing.error === null ? null : (
        <p className="problem" role="alert">
          {problemMessage(removing.error, t)}
        </p>
      )}
      {mayChange && said === null ? (
        <div className="row">
          <Button size="compact-xs" variant="default" onClick={begin}>
            {t('office_content.categories.change')}
          </Button>
          {category.parent_id === null || category.texts > 0 ? null : (
            <Button size="compact-xs" variant="default" loading={removing.isPending} onClick={() => removing.mutate()}>
              {t('office_content.categories.remove')}
            </Button>
          )}
        </div>
      ) : null}
    </li>
  );
}

const NEW: Said = { name: { ru: '', en: '' }, slug: '', sort: 0 };

function AddCategory({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const { t } = useTranslation();
  const read = useRead();
  const [kind, setKind] = useState<ContentKind>('faq');
  const [said, setSaid] = useState<Said>(NEW);
  const adding = useMutation({
    mutationFn: () => api(officeAddContentCategory, { body: { kind, ...said } }),
    onSuccess: onClose,
    onSettled: read,
  });
  return (
    <section className="sheet">
      <NativeSelect
        label={t('office_content.any_kind')}
        value={kind}
        data={CONTENT_KINDS.map((value) => ({ value, label: t(`office_content.kind.${value}`) }))}
        onChange={({ currentTarget }) => setKind(CONTENT_KINDS.find((one) => one === currentTarget.value) ?? 'faq')}
      />
      <CategoryForm
        said={said}
        error={adding.error}
        isBusy={adding.isPending}
        submit={t('office_content.categories.add')}
        onChange={setSaid}
        onSubmit={() => adding.mutate()}
        onCancel={onClose}
      />
    </section>
  );
}

/** What texts are sorted into. */
export function CategoriesPage() {
  const { t } = useTranslation();
  const categories = useCategories();
  const mayChange = useOperator().actions.includes('change_content');
  const [isAdding, setAdding] = useState(false);
  useDocumentTitle(t('office_content.categories.title'));
  return (
    <>
      <p className="dim">
        <Link to={paths.content()}>{t('office_content.title')}</Link>
      </p>
      <h1>{t('office_content.categories.title')}</h1>
      {isAdding ? <AddCategory onClose={() => setAdding(false)} /> : null}
      {mayChange && !isAdding ? (
        <p>
          <Button size="xs" onClick={() => setAdding(true)}>
            {t('office_content.categories.add')}
          </Button>
        </p>
      ) : null}
      <ul className="cards">
        {categories.map((category) => (
          <CategoryRow key={category.id} category={category} mayChange={mayChange} />
        ))}
      </ul>
    </>
  );
}

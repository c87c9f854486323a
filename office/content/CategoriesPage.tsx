import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  officeAddContentCategory,
  officeChangeContentCategory,
  officeRemoveContentCategory,
} from '#contract/office/content/content-parts.ts';
import { oneOf } from '#core/closed-list.ts';
import { slugOf } from '#core/content/slug.ts';
import { CONTENT_KINDS, type ContentKind } from '#core/content/item.ts';
import { type Locale, LOCALES } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useCommand } from '#office/api/use-command.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { NativeSelect, NumberInput, TextInput } from '#office/form/fields.tsx';
import { CommandProblem, FormProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { type Category, useCategories } from './use-categories.ts';
import './ItemPage.css';

interface CategoryValues {
  readonly name: Readonly<Record<Locale, string>>;
  readonly slug: string;
  readonly sort: number;
}

interface CategoryFormProps {
  readonly initial: CategoryValues;
  readonly command: { readonly error: unknown; readonly isPending: boolean };
  readonly submit: string;
  readonly onSubmit: (values: CategoryValues) => void;
  readonly onCancel: () => void;
}

function CategoryForm({ initial, command, submit, onSubmit, onCancel }: CategoryFormProps) {
  const { t } = useTranslation();
  const form = useFields(initial);
  const { name, slug, sort } = form.values;
  const rename = (locale: Locale, value: string) => {
    const isSlugDerived = locale === 'ru' && (slug === '' || slug === slugOf(name.ru));
    form.set({ name: { ...name, [locale]: value }, ...(isSlugDerived ? { slug: slugOf(value) } : {}) });
  };
  return (
    <CheckedForm className="text-place" command={command} onSubmit={() => onSubmit(form.values)}>
      {LOCALES.map((locale) => (
        <TextInput
          key={locale}
          label={t(`office_content.categories.name_${locale}`)}
          lang={locale}
          required
          maxLength={80}
          field={`name/${locale}`}
          value={name[locale]}
          onChange={({ currentTarget: { value } }) => rename(locale, value)}
        />
      ))}
      <TextInput
        label={t('office_content.field.slug')}
        required
        maxLength={100}
        field="slug"
        value={slug}
        onChange={({ currentTarget }) => form.set({ slug: currentTarget.value.trim() })}
      />
      <NumberInput
        label={t('office_content.field.sort')}
        min={-10_000}
        max={10_000}
        allowDecimal={false}
        field="sort"
        value={sort}
        onChange={(value) => (typeof value === 'number' ? form.set({ sort: value }) : undefined)}
      />
      <FormProblem />
      <div className="row">
        <Button type="submit" size="xs" loading={command.isPending}>
          {submit}
        </Button>
        <Button type="button" size="xs" variant="subtle" onClick={onCancel}>
          {t('office.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}

/** Lists of texts show the names of categories. */
const CATEGORY_QUERIES = [keys.contentCategories(), keys.content()];

function ChangeCategory({ category, onClose }: { readonly category: Category; readonly onClose: () => void }) {
  const { t } = useTranslation();
  // The version at opening: a colleague's later change is not overwritten, the save is refused
  const [{ id, name, slug, sort, version }] = useState(category);
  const change = useCommand(officeChangeContentCategory, { after: CATEGORY_QUERIES, onDone: onClose });
  return (
    <CategoryForm
      initial={{ name, slug, sort }}
      command={change}
      submit={t('office_content.categories.save')}
      onSubmit={(values) => change.run({ params: { id }, body: { ...values, version } })}
      onCancel={onClose}
    />
  );
}

function CategoryRow({ category, mayChange }: { readonly category: Category; readonly mayChange: boolean }) {
  const { t, locale } = useTranslation();
  const [isChanging, setChanging] = useState(false);
  const remove = useCommand(officeRemoveContentCategory, { after: CATEGORY_QUERIES });
  return (
    <li className="sheet">
      <p className="line">
        <strong translate="no">{category.name[locale]}</strong>
        <span className="dim">{t(`office_content.kind.${category.kind}`)}</span>
        <span className="code">{category.slug}</span>
        <span className="dim">{t('office_content.categories.texts', { count: category.texts })}</span>
      </p>
      {isChanging ? <ChangeCategory category={category} onClose={() => setChanging(false)} /> : null}
      <CommandProblem error={remove.error} />
      {mayChange && !isChanging ? (
        <div className="row">
          <Button size="compact-xs" variant="default" onClick={() => setChanging(true)}>
            {t('office_content.categories.change')}
          </Button>
          {category.parent_id === null || category.texts > 0 ? null : (
            <Button
              size="compact-xs"
              variant="default"
              loading={remove.isPending}
              onClick={() => remove.run({ params: { id: category.id } })}
            >
              {t('office_content.categories.remove')}
            </Button>
          )}
        </div>
      ) : null}
    </li>
  );
}

const EMPTY_VALUES: CategoryValues = { name: { ru: '', en: '' }, slug: '', sort: 0 };

function AddCategory({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<ContentKind>('faq');
  const add = useCommand(officeAddContentCategory, { after: CATEGORY_QUERIES, onDone: onClose });
  return (
    <section className="sheet">
      <NativeSelect
        label={t('office_content.any_kind')}
        value={kind}
        data={CONTENT_KINDS.map((value) => ({ value, label: t(`office_content.kind.${value}`) }))}
        onChange={({ currentTarget }) => setKind(oneOf(CONTENT_KINDS, currentTarget.value) ?? 'faq')}
      />
      <CategoryForm
        initial={EMPTY_VALUES}
        command={add}
        submit={t('office_content.categories.add')}
        onSubmit={(values) => add.run({ body: { kind, ...values } })}
        onCancel={onClose}
      />
    </section>
  );
}

/** Categories of texts. */
export function CategoriesPage() {
  const { t } = useTranslation();
  const categories = useCategories();
  const mayChange = useOperator().actions.includes('change_content');
  const [isAdding, setAdding] = useState(false);
  return (
    <Screen
      title={t('office_content.categories.title')}
      above={
        <p className="dim">
          <Link to={paths.content()}>{t('office_content.title')}</Link>
        </p>
      }
    >
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
    </Screen>
  );
}

import { LIST_COLUMNS } from '#core/catalogue/list-columns.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { Field } from './Field.tsx';
import { useForm } from './form.ts';
import { RowsField } from './RowsField.tsx';

/** Sections of a form (`catalogue_desk.section.<name>`) with their columns. */
export type SectionPlan = readonly (readonly [name: string, columns: readonly string[]])[];

/** The fields of a form, in their sections. */
export function Sections({ plan }: { readonly plan: SectionPlan }) {
  const { t } = useTranslation();
  const form = useForm();
  const columnOf = (name: string) => form.columns.find((column) => column.name === name);
  return (
    <>
      {plan.map(([section, names]) => (
        <section key={section} className="sheet form-section" aria-labelledby={`section-${section}`}>
          <h2 id={`section-${section}`}>{t(`catalogue_desk.section.${section}`)}</h2>
          <div className="form-grid">
            {names.flatMap((name) => {
              const column = columnOf(name);
              return column === undefined || Object.hasOwn(LIST_COLUMNS, name) ? [] : [<Field key={name} column={column} />];
            })}
          </div>
          {names.flatMap((name) => {
            const column = columnOf(name);
            return column !== undefined && Object.hasOwn(LIST_COLUMNS, name)
              ? [<RowsField key={name} column={name} member={column.member} />]
              : [];
          })}
        </section>
      ))}
    </>
  );
}

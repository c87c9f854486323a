import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CataloguePlan } from '#contract/office/catalogue/plans.ts';
import { type ColumnRule, NO_DECIMALS, readRow } from '#core/catalogue/columns.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { NativeSelect } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { Cell, CHOICES } from './Field.tsx';
import { PlanPreview } from './PlanPreview.tsx';
import { usePlan } from './SaveBar.tsx';

export interface BulkEditProps {
  readonly entity: 'payment_system' | 'direction';
  /** Columns that can be set on many at once. */
  readonly columns: readonly ColumnRule[];
  readonly marked: ReadonlySet<string>;
  /** How many documents the filter finds. */
  readonly total: number;
  readonly filter: Readonly<Record<string, string>>;
  readonly onDone: () => void;
}

/** Sets one column of many documents: the marked ones, or all that the filter finds. Previewed first. */
export function BulkEdit({ entity, columns, marked, total, filter, onDone }: BulkEditProps) {
  const { t } = useTranslation();
  const [isAll, setAll] = useState(false);
  const [name, setName] = useState(columns[0]?.name ?? '');
  const [text, setText] = useState('');
  const commands = usePlan(onDone);
  const column = columns.find((candidate) => candidate.name === name);
  if (column === undefined || (marked.size === 0 && !isAll)) return null;
  const value = text === '' && column.kind === 'flag' ? '0' : text === '' ? (CHOICES[name]?.[0] ?? '') : text;
  const read = readRow([column], { [name]: value }, NO_DECIMALS);
  const plan: CataloguePlan = {
    kind: 'set',
    entity,
    keys: isAll ? null : [...marked],
    filter: { ...filter },
    members: { ...read.members },
  };
  const edit = (change: () => void) => {
    commands.preview.reset();
    change();
  };
  return (
    <section className="sheet bulk" aria-label={t('catalogue_desk.bulk')}>
      <CheckedForm className="save-line" onSubmit={() => commands.preview.run({ body: { plan } })}>
        <NativeSelect
          label={t('catalogue_desk.bulk_for')}
          value={isAll ? 'all' : 'marked'}
          data={[
            { value: 'marked', label: t('catalogue_desk.bulk_marked', { count: marked.size }) },
            { value: 'all', label: t('catalogue_desk.bulk_all', { count: total }) },
          ]}
          onChange={(event) => edit(() => setAll(event.currentTarget.value === 'all'))}
        />
        <NativeSelect
          label={t('catalogue_desk.bulk_member')}
          value={name}
          data={columns.map((column) => ({ value: column.name, label: t(`catalogue_desk.column.${column.name}`) }))}
          onChange={(event) =>
            edit(() => {
              setName(event.currentTarget.value);
              setText('');
            })
          }
        />
        <Cell
          label={t('catalogue_desk.bulk_value')}
          kind={column.kind}
          choice={Object.hasOwn(CHOICES, name) ? name : undefined}
          value={value}
          problem={text === '' ? undefined : read.invalidCells[0]?.problem}
          onChange={(next) => edit(() => setText(next))}
        />
        <Button type="submit" variant="default" disabled={read.invalidCells.length > 0} loading={commands.preview.isPending}>
          {t('catalogue_desk.look')}
        </Button>
      </CheckedForm>
      <PlanPreview plan={plan} commands={commands} />
    </section>
  );
}

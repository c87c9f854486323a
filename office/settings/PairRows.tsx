import { Button } from '@mantine/core';
import { TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

interface PairRowsProps<A extends string, B extends string> {
  /** Member of the section that holds the rows; its messages are below `office_opening.entity`. */
  readonly name: string;
  readonly members: readonly [A, B];
  readonly rows: readonly Readonly<Record<A | B, string>>[];
  readonly maxRows: number;
  readonly onChange: (rows: Record<A | B, string>[]) => void;
}

/** Rows of two text fields, such as name and address: add, change, remove. */
export function PairRows<A extends string, B extends string>({ name, members, rows, maxRows, onChange }: PairRowsProps<A, B>) {
  const { t } = useTranslation();
  const empty = Object.fromEntries(members.map((member) => [member, ''])) as Record<A | B, string>;
  return (
    <fieldset className="refund-rule">
      <legend>{t(`office_opening.entity.${name}.title`)}</legend>
      <p className="dim">{t(`office_opening.entity.${name}.lead`)}</p>
      {rows.map((row, i) => (
        <fieldset key={i} className="refund-rule" aria-label={t(`office_opening.entity.${name}.row`, { number: i + 1 })}>
          {members.map((member) => (
            <TextInput
              key={member}
              label={t(`office_opening.entity.${name}.${member}`)}
              autoComplete="off"
              value={row[member]}
              field={`${name}/${i}/${member}`}
              onChange={(event) => onChange(rows.map((one, at) => (at === i ? { ...one, [member]: event.currentTarget.value } : one)))}
            />
          ))}
          <Button type="button" size="compact-sm" variant="subtle" onClick={() => onChange(rows.filter((_, at) => at !== i))}>
            {t('office_opening.entity.remove')}
          </Button>
        </fieldset>
      ))}
      {rows.length < maxRows ? (
        <Button type="button" size="compact-sm" variant="default" onClick={() => onChange([...rows, empty])}>
          {t(`office_opening.entity.${name}.add`)}
        </Button>
      ) : null}
    </fieldset>
  );
}

import { Button } from '@mantine/core';
import { TextInput } from '#office/form/fields.tsx';
import { useWords } from '#office/words/Words.tsx';

interface PairRowsProps<A extends string, B extends string> {
  /** The member of the section that holds the rows; its words stand below `office_opening.entity`. */
  readonly name: string;
  readonly members: readonly [A, B];
  readonly rows: readonly Readonly<Record<A | B, string>>[];
  readonly most: number;
  readonly problemOf: (field: string) => string | undefined;
  readonly onChange: (rows: Record<A | B, string>[]) => void;
}

/** Rows of two lines each, such as a name and an address: added, changed and taken away. */
export function PairRows<A extends string, B extends string>({ name, members, rows, most, problemOf, onChange }: PairRowsProps<A, B>) {
  const { t } = useWords();
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
              error={problemOf(`${name}/${i}/${member}`)}
              onChange={(event) => onChange(rows.map((one, at) => (at === i ? { ...one, [member]: event.currentTarget.value } : one)))}
            />
          ))}
          <Button type="button" size="compact-sm" variant="subtle" onClick={() => onChange(rows.filter((_, at) => at !== i))}>
            {t('office_opening.entity.remove')}
          </Button>
        </fieldset>
      ))}
      {rows.length < most ? (
        <Button type="button" size="compact-sm" variant="default" onClick={() => onChange([...rows, empty])}>
          {t(`office_opening.entity.${name}.add`)}
        </Button>
      ) : null}
    </fieldset>
  );
}

import { type ReactNode, useLayoutEffect } from 'react';
import { useEditorsBelow } from './editing.ts';
import { EditingScope } from './EditingScope.tsx';
import type { Identified, RowsWhileEditing } from './use-rows-while-editing.ts';

interface CardProps<Row extends Identified> {
  readonly row: Row;
  readonly index: number;
  readonly list: RowsWhileEditing<Row>;
  readonly children: ReactNode;
}

function Card<Row extends Identified>({ row, index, list: { isOutdated, keep, drop }, children }: CardProps<Row>) {
  const { isEditing, report } = useEditorsBelow();
  useLayoutEffect(() => {
    if (isEditing) keep(row, index);
  }, [isEditing, keep, row, index]);
  useLayoutEffect(() => (isEditing ? () => drop(row.id) : undefined), [isEditing, drop, row.id]);
  return (
    <li className="sheet">
      <EditingScope report={report} isOutdated={isOutdated(row.id)}>
        {children}
      </EditingScope>
    </li>
  );
}

export interface CardsProps<Row extends Identified> {
  readonly list: RowsWhileEditing<Row>;
  readonly children: (row: Row) => ReactNode;
}

/** The cards of a list (`useRowsWhileEditing`): one with an edited form stays. */
export function Cards<Row extends Identified>({ list, children }: CardsProps<Row>) {
  return (
    <ul className="cards">
      {list.rows.map((row, index) => (
        <Card key={row.id} row={row} index={index} list={list}>
          {children(row)}
        </Card>
      ))}
    </ul>
  );
}

import { type ReactNode, useLayoutEffect } from 'react';
import { Below } from './Below.tsx';
import { useHolders } from './hand.ts';
import type { Identified, InHand } from './use-in-hand.ts';

interface CardProps<Row extends Identified> {
  readonly row: Row;
  readonly at: number;
  readonly inHand: InHand<Row>;
  readonly children: ReactNode;
}

function Card<Row extends Identified>({ row, at, inHand: { isGone, keep, drop }, children }: CardProps<Row>) {
  const { isHeld, tell } = useHolders();
  useLayoutEffect(() => {
    if (isHeld) keep(row, at);
  }, [isHeld, keep, row, at]);
  useLayoutEffect(() => (isHeld ? () => drop(row.id) : undefined), [isHeld, drop, row.id]);
  return (
    <li className="sheet">
      <Below tell={tell} isGone={isGone(row.id)}>
        {children}
      </Below>
    </li>
  );
}

export interface CardsProps<Row extends Identified> {
  readonly inHand: InHand<Row>;
  readonly children: (row: Row) => ReactNode;
}

/** The cards of a list (`useInHand`): one in which somebody types stays. */
export function Cards<Row extends Identified>({ inHand, children }: CardsProps<Row>) {
  return (
    <ul className="cards">
      {inHand.rows.map((row, at) => (
        <Card key={row.id} row={row} at={at} inHand={inHand}>
          {children(row)}
        </Card>
      ))}
    </ul>
  );
}

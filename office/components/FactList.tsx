import type { ReactNode } from 'react';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** Names on the left, values on the right. */
export function FactList({ facts }: { readonly facts: readonly (Fact | null)[] }) {
  return (
    <dl className="facts">
      {facts
        .filter((fact) => fact !== null)
        .map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
    </dl>
  );
}

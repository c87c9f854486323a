import type { ReactNode } from 'react';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { type Detail, detailFacts, detailName } from './detail-facts.ts';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

interface FactListProps {
  readonly facts: readonly (Fact | null)[];
  /** Short figures beside each other, each below its name. */
  readonly isInRow?: boolean;
}

/** Names on the left, values on the right. */
export function FactList({ facts, isInRow = false }: FactListProps) {
  return (
    <dl className={isInRow ? 'facts in-row' : 'facts'}>
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

/** Name of a detail; one without a message is shown by its key. */
export function useDetailName(): (key: string) => string {
  const { t } = useTranslation();
  return (key) => detailName(key, t);
}

/** The details of a proposal or an incident. */
export function Details({ detail }: { readonly detail: Detail }) {
  const facts = detailFacts(detail, useTranslation());
  return facts.length === 0 ? null : <FactList facts={facts} />;
}

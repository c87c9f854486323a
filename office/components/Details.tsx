import { FactList } from './FactList.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { type Detail, detailFacts, detailName } from './detail-facts.ts';

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

import { FactList } from './FactList.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { type Detail, detailFacts, detailName } from './detail-facts.ts';

/** What a member is called; without words of its own as it is. */
export function useDetailName(): (key: string) => string {
  const { t } = useTranslation();
  return (key) => detailName(key, t);
}

/** What a proposal or an incident is about, member by member. */
export function Details({ detail }: { readonly detail: Detail }) {
  const facts = detailFacts(detail, useTranslation());
  return facts.length === 0 ? null : <FactList facts={facts} />;
}

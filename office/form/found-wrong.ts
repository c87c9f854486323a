import { createContext, use, useId, useState } from 'react';
import type { Refusal } from '#core/refusal.ts';
import { useWords } from '#office/words/Words.tsx';

/** One finding of a form about one field; every check makes new ones. */
export interface Finding {
  readonly refusal: Refusal;
}

/** What a form has found wrong before it was sent, by the ids of its fields. */
export const FoundWrong = createContext<Readonly<Record<string, Finding>>>({});

/** The id of a field and what its form has found wrong with it: it holds until the value is another. */
export function useFound(given: string | undefined, value: unknown): { readonly id: string; readonly problem: string | undefined } {
  const { t } = useWords();
  const own = useId();
  const id = given ?? own;
  const finding = use(FoundWrong)[id];
  const [checked, setChecked] = useState({ finding, value });
  if (checked.finding !== finding) setChecked({ finding, value });
  if (finding === undefined || !Object.is(checked.value, value)) return { id, problem: undefined };
  const key = `refusals.detail.${finding.refusal.message ?? finding.refusal.code}`;
  const text = t(key, finding.refusal.params);
  // Without a connection the sentences of refusals may be missing
  return { id, problem: text === key ? t('office.field.check') : text };
}

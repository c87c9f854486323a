import { useEffect, useState } from 'react';
import type { CallError } from '#contract/call-errors.ts';
import { normaliseEmail } from '#core/requisites/email.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { loadRefusalWords, refusalText } from '#web/i18n/refusal-words.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { askRequisite, isJudgedByApi } from './ask-requisites.ts';
import { wrongRequisites } from './check-requisites.ts';
import type { NotCreated } from './not-created.ts';
import type { Pair, Side, System } from './systems.ts';

export interface Typed {
  readonly email: string;
  readonly income: Readonly<Record<string, string>>;
  readonly outcome: Readonly<Record<string, string>>;
  readonly noMemo: boolean;
  readonly acceptsTerms: boolean;
}

const NOTHING: Typed = { email: '', income: {}, outcome: {}, noMemo: false, acceptsTerms: false };

/** Survives a walk to another page and back, in this tab's memory only: requisites never reach the browser's storage. */
let draft: Typed = NOTHING;

/** Sentences by field path (`email`, `outcome_requisites/card_number`). */
export type FieldErrors = Readonly<Record<string, string>>;

export const fieldsOf = (system: System, side: Side) => (side === 'income' ? system.income_fields : system.outcome_fields);
export const pathOf = (side: Side, key: string): string => `${side}_requisites/${key}`;

const atFields = (refused: readonly CallError[]): FieldErrors =>
  Object.fromEntries(refused.flatMap(({ field, message }) => (field === null ? [] : [[field, message]])));

export interface OrderForm {
  readonly typed: Typed;
  readonly errors: FieldErrors;
  readonly change: (part: Partial<Typed>) => void;
  readonly changeRequisite: (side: Side, key: string, value: string) => void;
  /** Checks one field when it is left; an empty one stays quiet until the form is sent. */
  readonly checkField: (path: string) => void;
  /** Checks everything; the paths that are wrong, in the order of the page. */
  readonly checkAll: () => Promise<readonly string[]>;
  readonly placeErrors: (errors: readonly CallError[]) => void;
  /** Takes over what stands in the fields already: nothing typed before scripts ran is lost. */
  readonly adopt: (standing: Partial<Typed>) => void;
}

/** What the visitor typed below the trays, and what is wrong with it; `posted` is the answer to a form sent without scripts. */
export function useOrderForm(pair: Pair, posted: NotCreated | undefined): OrderForm {
  const { locale, t } = useWords();
  const [typed, setTyped] = useState<Typed>(posted?.again?.typed ?? draft);
  const [errors, setErrors] = useState<FieldErrors>(() => atFields(posted?.errors ?? []));

  useEffect(() => void loadRefusalWords(locale), [locale]);

  const change = (part: Partial<Typed>) => {
    draft = { ...draft, ...part };
    setTyped(draft);
  };
  const drop = (path: string) => setErrors(({ [path]: _, ...rest }) => rest);

  const findAll = (): FieldErrors => {
    const found: Record<string, string> = {};
    for (const [side, system] of [
      ['outcome', pair.to],
      ['income', pair.from],
    ] as const) {
      const wrong = wrongRequisites({ fields: fieldsOf(system, side), values: draft[side], noMemo: side === 'outcome' && draft.noMemo });
      for (const [key, refusal] of wrong) found[pathOf(side, key)] = refusalText(t, refusal);
    }
    if (draft.email.trim() === '') found['email'] = refusalText(t, { code: 'required' });
    else if (normaliseEmail(draft.email) === undefined)
      found['email'] = refusalText(t, { code: 'invalid_format', message: 'invalid_email' });
    if (!draft.acceptsTerms) found['accept_terms'] = refusalText(t, { code: 'terms_not_accepted' });
    return found;
  };

  return {
    typed,
    errors,
    change: (part) => {
      change(part);
      if (part.email !== undefined) drop('email');
      if (part.acceptsTerms === true) drop('accept_terms');
      if (part.noMemo === true) for (const field of pair.to.outcome_fields) if (field.may_be_absent) drop(pathOf('outcome', field.key));
    },
    changeRequisite: (side, key, value) => {
      change({ [side]: { ...draft[side], [key]: value } });
      drop(pathOf(side, key));
    },
    checkField: (path) => {
      void loadRefusalWords(locale).then(() => {
        const [group = '', key] = path.split('/');
        const side: Side = group === 'income_requisites' ? 'income' : 'outcome';
        const value = key === undefined ? draft.email : (draft[side][key] ?? '');
        const error = value.trim() === '' ? undefined : findAll()[path];
        setErrors(({ [path]: _, ...rest }) => (error === undefined ? rest : { ...rest, [path]: error }));
        const typedNow = { system: side === 'income' ? pair.from : pair.to, side, key: key ?? '', value };
        if (error !== undefined || value.trim() === '' || !isJudgedByApi(typedNow)) return;
        void askRequisite(browserTransport(locale), typedNow).then((message) => {
          // What was typed meanwhile is not what was asked about
          if (message !== undefined && draft[side][typedNow.key] === value) setErrors((rest) => ({ ...rest, [path]: message }));
        });
      });
    },
    checkAll: async () => {
      await loadRefusalWords(locale);
      const found = findAll();
      setErrors(found);
      return Object.keys(found);
    },
    placeErrors: (refused) => setErrors(atFields(refused)),
    adopt: (standing) => {
      draft = typed;
      const { income, outcome } = standing;
      change({ ...standing, income: { ...typed.income, ...income }, outcome: { ...typed.outcome, ...outcome } });
    },
  };
}

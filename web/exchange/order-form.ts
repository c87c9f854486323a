import { useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { CallError } from '#contract/call-errors.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { loadRefusalWords, refusalText } from '#web/i18n/refusal-words.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import type { loader as rootLoader } from '#web/root.tsx';
import { whenIdle } from '#web/shell/when-idle.ts';
import { pathOf } from './fields.ts';
import type { NotCreated } from './not-created.ts';
import type { OwnWallet } from './ask-wallets.ts';
import { fitting, useOwnWallets } from './own-wallets.ts';
import type { Pair, Side, System } from './systems.ts';
import type { Typed } from './typed.ts';

const NOTHING: Typed = { email: '', income: {}, outcome: {}, noMemo: false, acceptsTerms: false };

/** Survives a walk to another page and back, in this tab's memory only: requisites never reach the browser's storage. */
let draft: Typed = NOTHING;

/** Whoever is signed in begins with his own address. */
const withEmail = (given: Typed, email: string): Typed => (given.email === '' && email !== '' ? { ...given, email } : given);

/** Sentences by field path (`email`, `outcome_requisites/card_number`). */
export type FieldErrors = Readonly<Record<string, string>>;

/** The checks come after the page, at the first need of them. Without a line there are none: then the API alone judges what is sent. */
const loadChecks = async () => {
  const [{ wrongFields }, { askRequisite, isJudgedByApi }] = await Promise.all([import('./check-form.ts'), import('./ask-requisites.ts')]);
  return { wrongFields, askRequisite, isJudgedByApi };
};
type Checks = Awaited<ReturnType<typeof loadChecks>>;

/** A look-alike is asked about where it is confirmed: what is said at a field goes when the field is left. */
const atFields = (refused: readonly CallError[]): FieldErrors =>
  Object.fromEntries(refused.flatMap(({ code, field, message }) => (field === null || code === 'lookalike' ? [] : [[field, message]])));

export interface OrderForm {
  readonly typed: Typed;
  readonly errors: FieldErrors;
  /** What he has kept, where he is signed in. */
  readonly own: readonly OwnWallet[];
  /** The kept requisites that stand for a side's fields; undefined: they are typed. */
  readonly walletOf: (side: Side, system: System) => OwnWallet | undefined;
  readonly chooseWallet: (side: Side, id: string) => void;
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
  const ownEmail = useRouteLoaderData<typeof rootLoader>('root')?.ownEmail ?? '';
  const [typed, setTyped] = useState<Typed>(() => posted?.again?.typed ?? withEmail(draft, ownEmail));
  const own = useOwnWallets();
  const [chosen, setChosen] = useState<Readonly<Record<Side, string>>>({ income: '', outcome: '' });
  const [errors, setErrors] = useState<FieldErrors>(() => atFields(posted?.errors ?? []));

  useEffect(() => whenIdle(() => void Promise.allSettled([loadChecks(), loadRefusalWords(locale)])), [locale]);

  // On the server the draft is nobody's: it takes nothing there
  useEffect(() => {
    draft = withEmail(draft, ownEmail);
  }, [ownEmail]);

  const change = (part: Partial<Typed>) => {
    draft = { ...draft, ...part };
    setTyped(draft);
  };
  const drop = (path: string) => setErrors(({ [path]: _, ...rest }) => rest);

  const findAll = (checks: Checks): FieldErrors =>
    Object.fromEntries([...checks.wrongFields(draft, pair)].map(([path, refusal]) => [path, refusalText(t, refusal)]));
  const ready = async (): Promise<Checks | undefined> => {
    const [checks] = await Promise.all([loadChecks().catch(() => undefined), loadRefusalWords(locale)]);
    return checks;
  };

  const walletOf = (side: Side, system: System): OwnWallet | undefined => fitting(own, side, system).find(({ id }) => id === chosen[side]);
  /** What stands in a kept wallet is checked already. */
  const isKept = (path: string): boolean =>
    (path.startsWith('outcome_requisites/') && walletOf('outcome', pair.to) !== undefined) ||
    (path.startsWith('income_requisites/') && walletOf('income', pair.from) !== undefined);

  return {
    typed,
    errors,
    own,
    walletOf,
    chooseWallet: (side, id) => {
      setChosen({ ...chosen, [side]: id });
      setErrors((rest) => Object.fromEntries(Object.entries(rest).filter(([path]) => !path.startsWith(`${side}_requisites/`))));
    },
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
      void ready().then((checks) => {
        if (checks === undefined) return;
        const [group = '', key] = path.split('/');
        const side: Side = group === 'income_requisites' ? 'income' : 'outcome';
        const value = key === undefined ? draft.email : (draft[side][key] ?? '');
        // An empty one stays as it is: quiet, or told that it is required
        if (value.trim() === '') return;
        const error = findAll(checks)[path];
        setErrors(({ [path]: _, ...rest }) => (error === undefined ? rest : { ...rest, [path]: error }));
        const typedNow = { system: side === 'income' ? pair.from : pair.to, side, key: key ?? '', value };
        if (error !== undefined || !checks.isJudgedByApi(typedNow)) return;
        void checks.askRequisite(browserTransport(locale), typedNow).then((message) => {
          // What was typed meanwhile is not what was asked about
          if (message !== undefined && draft[side][typedNow.key] === value) setErrors((rest) => ({ ...rest, [path]: message }));
        });
      });
    },
    checkAll: async () => {
      const checks = await ready();
      const all = checks === undefined ? {} : findAll(checks);
      const found = Object.fromEntries(Object.entries(all).filter(([path]) => !isKept(path)));
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

import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { CallError } from '#contract/call-errors.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { loadRefusalMessages, refusalText } from '#web/i18n/refusal-messages.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import type { loader as rootLoader } from '#web/root.tsx';
import { whenIdle } from '#web/loading/when-idle.ts';
import type * as FormChecks from './check-form.ts';
import { pathOf, type OrderDetails } from './fields.ts';
import type { OrderFailure } from './order-failure.ts';
import type { SavedWallet } from '#web/requisites/fetch-wallets.ts';
import { walletsFor, useSavedWallets } from '#web/requisites/saved-wallets.ts';
import type { Pair, Side, System } from '#web/catalogue/systems.ts';

const EMPTY_DETAILS: OrderDetails = { email: '', income: {}, outcome: {}, noMemo: false, acceptsTerms: false };

/** Kept while the customer visits other pages. In memory only: requisites are never put into browser storage. */
let draft: OrderDetails = EMPTY_DETAILS;

/** Fills an empty e-mail with that of the account. */
const withEmail = (details: OrderDetails, email: string): OrderDetails =>
  details.email === '' && email !== '' ? { ...details, email } : details;

/** Messages by field path (`email`, `outcome_requisites/card_number`). */
export type FieldErrors = Readonly<Record<string, string>>;

/** Loaded after the page. If loading fails, only the API checks the form. */
const loadValidation = () => import('./check-form.ts');
type Validation = typeof FormChecks;

/** `lookalike` is left out: it is shown at its confirmation, not at the field, whose errors are cleared on edit. */
const toFieldErrors = (errors: readonly CallError[]): FieldErrors =>
  Object.fromEntries(errors.flatMap(({ code, field, message }) => (field === null || code === 'lookalike' ? [] : [[field, message]])));

export interface OrderForm {
  readonly details: OrderDetails;
  readonly errors: FieldErrors;
  /** Empty unless signed in. */
  readonly savedWallets: readonly SavedWallet[];
  /** Saved requisites chosen for a side; undefined: they are typed. */
  readonly selectedWallet: (side: Side, system: System) => SavedWallet | undefined;
  readonly selectWallet: (side: Side, id: string) => void;
  readonly change: (changes: Partial<OrderDetails>) => void;
  readonly changeRequisite: (side: Side, key: string, value: string) => void;
  /** Checks a field on blur; an empty one is not reported before submit. */
  readonly checkField: (path: string) => void;
  /** Checks all fields. Returns the paths with errors, in the order of the page. */
  readonly checkAll: () => Promise<readonly string[]>;
  readonly showErrors: (errors: readonly CallError[]) => void;
  /** Merges input made before scripts ran. */
  readonly mergeInput: (input: Partial<OrderDetails>) => void;
}

/** Details entered below the amounts, and their errors. `postFailure`: response to a form sent without scripts. */
export function useOrderForm(pair: Pair, postFailure: OrderFailure | undefined): OrderForm {
  const accountEmail = useRouteLoaderData<typeof rootLoader>('root')?.ownEmail ?? '';
  const [details, setDetails] = useState<OrderDetails>(() => postFailure?.returnedForm?.details ?? withEmail(draft, accountEmail));
  const [errors, setErrors] = useState<FieldErrors>(() => toFieldErrors(postFailure?.errors ?? []));
  const wallets = useSelectedWallets(pair);
  const checks = useChecks(pair, setErrors);

  // In an effect, because on the server all requests would share the draft
  useEffect(() => {
    draft = withEmail(draft, accountEmail);
  }, [accountEmail]);

  const change = (changes: Partial<OrderDetails>) => {
    draft = { ...draft, ...changes };
    setDetails(draft);
  };
  const clearError = (path: string) => setErrors(({ [path]: _, ...remaining }) => remaining);
  return {
    details,
    errors,
    savedWallets: wallets.saved,
    selectedWallet: wallets.selected,
    selectWallet: (side, id) => {
      wallets.select(side, id);
      setErrors((current) => Object.fromEntries(Object.entries(current).filter(([path]) => !path.startsWith(`${side}_requisites/`))));
    },
    change: (changes) => {
      change(changes);
      if (changes.email !== undefined) clearError('email');
      if (changes.acceptsTerms === true) clearError('accept_terms');
      if (changes.noMemo === true)
        for (const field of pair.to.outcome_fields) if (field.may_be_absent) clearError(pathOf('outcome', field.key));
    },
    changeRequisite: (side, key, value) => {
      change({ [side]: { ...draft[side], [key]: value } });
      clearError(pathOf(side, key));
    },
    checkField: (path) => void checks.checkField(path),
    checkAll: async () => {
      // Saved requisites are already checked
      const invalid = Object.entries(await checks.validateAll()).filter(([path]) => !wallets.isOnPath(path));
      setErrors(Object.fromEntries(invalid));
      return invalid.map(([path]) => path);
    },
    showErrors: (failures) => setErrors(toFieldErrors(failures)),
    mergeInput: (input) => {
      draft = details;
      const { income, outcome } = input;
      change({ ...input, income: { ...details.income, ...income }, outcome: { ...details.outcome, ...outcome } });
    },
  };
}

/** Saved requisites chosen for the sides of the pair. */
function useSelectedWallets({ from, to }: Pair) {
  const saved = useSavedWallets();
  const [ids, setIds] = useState<Readonly<Record<Side, string>>>({ income: '', outcome: '' });
  const selected = (side: Side, system: System): SavedWallet | undefined =>
    walletsFor(saved, side, system).find(({ id }) => id === ids[side]);
  return {
    saved,
    selected,
    select: (side: Side, id: string) => setIds({ ...ids, [side]: id }),
    /** Whether a field's value comes from saved requisites. */
    isOnPath: (path: string): boolean =>
      (path.startsWith('outcome_requisites/') && selected('outcome', to) !== undefined) ||
      (path.startsWith('income_requisites/') && selected('income', from) !== undefined),
  };
}

/** Checks of the draft by the rules of `core`, and by the API where only it can. */
function useChecks(pair: Pair, setErrors: Dispatch<SetStateAction<FieldErrors>>) {
  const { locale, t } = useTranslation();
  useEffect(() => whenIdle(() => void Promise.allSettled([loadValidation(), loadRefusalMessages(locale)])), [locale]);

  const load = async (): Promise<Validation | undefined> => {
    const [validation] = await Promise.all([loadValidation().catch(() => undefined), loadRefusalMessages(locale)]);
    return validation;
  };
  const errorsOf = ({ orderFieldErrors }: Validation): FieldErrors =>
    Object.fromEntries([...orderFieldErrors(draft, pair)].map(([path, refusal]) => [path, refusalText(t, refusal)]));
  return {
    async validateAll(): Promise<FieldErrors> {
      const validation = await load();
      return validation === undefined ? {} : errorsOf(validation);
    },
    async checkField(path: string): Promise<void> {
      const validation = await load();
      if (validation === undefined) return;
      const [group = '', key] = path.split('/');
      const side: Side = group === 'income_requisites' ? 'income' : 'outcome';
      const value = key === undefined ? draft.email : (draft[side][key] ?? '');
      // An empty field keeps its state: no error, or `required` after submit
      if (value.trim() === '') return;
      const error = errorsOf(validation)[path];
      setErrors(({ [path]: _, ...remaining }) => (error === undefined ? remaining : { ...remaining, [path]: error }));
      const input = { system: side === 'income' ? pair.from : pair.to, side, key: key ?? '', value };
      if (error !== undefined || !validation.needsApiCheck(input)) return;
      const message = await validation.fetchRequisiteError(browserTransport(locale), input);
      // Ignored if the input has changed since the request
      if (message !== undefined && draft[side][input.key] === value) setErrors((current) => ({ ...current, [path]: message }));
    },
  };
}

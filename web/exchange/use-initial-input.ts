import { isObject } from '#core/text/json.ts';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { OrderForm } from './order-form.ts';
import type { Pair, Side } from '#web/catalogue/systems.ts';
import type { LiveQuote } from './use-quote.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { type OrderDetails, amountFieldName, SLOT_FIELD } from './fields.ts';
import { registerInput, takeInput } from '#web/form/preserved-input.ts';
import type { QuoteRequest, AmountSource } from './fetch-quote.ts';

/** Fields that differ from the served form: edited before scripts ran, or restored by the browser. */
interface ChangedFields {
  readonly amount: { readonly side: Side; readonly amount: string } | null;
  /** Chosen slot, empty: none; undefined: unchanged. */
  readonly slotId: string | undefined;
  readonly details: Partial<OrderDetails>;
}

const isChanged = (field: HTMLInputElement): boolean =>
  field.type === 'checkbox' || field.type === 'radio' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;

function requisitesIn(changed: readonly HTMLInputElement[], side: Side): Readonly<Record<string, string>> | undefined {
  const prefix = `${side}_requisites/`;
  const entries = changed.filter(({ name }) => name.startsWith(prefix)).map(({ name, value }) => [name.slice(prefix.length), value]);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Record<string, string>);
}

/** Reads a served form before it is rendered again. An emptied amount is ignored: the served one returns. */
function readChangedFields(form: HTMLFormElement): ChangedFields {
  const changed = [...form.elements].filter((element) => element instanceof HTMLInputElement && isChanged(element)) as HTMLInputElement[];
  const find = (name: string) => changed.find((field) => field.name === name);
  const side = (['income', 'outcome'] as const).find((candidate) => (find(amountFieldName(candidate))?.value ?? '').trim() !== '');
  const [email, income, outcome] = [find('email')?.value, requisitesIn(changed, 'income'), requisitesIn(changed, 'outcome')];
  return {
    amount: side === undefined ? null : { side, amount: tidyAmount(find(amountFieldName(side))?.value ?? '') },
    slotId: changed.find((field) => field.name === SLOT_FIELD && field.checked)?.value,
    details: {
      ...(email === undefined ? {} : { email }),
      ...(income === undefined ? {} : { income }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(find('no_memo') === undefined ? {} : { noMemo: find('no_memo')?.checked === true }),
      ...(find('accept_terms') === undefined ? {} : { acceptsTerms: find('accept_terms')?.checked === true }),
    },
  };
}

/** Name of the preserved input. */
const NAME = 'exchange';

/** Input of the exchange form. */
interface PreservedForm {
  readonly request: QuoteRequest;
  readonly amountSource: AmountSource;
  readonly details: OrderDetails;
}

/** Registers the form to be preserved when the language changes. Returns the function that unregisters it. The stored names must not change. */
const preserveForm = (read: () => PreservedForm): (() => void) =>
  registerInput(NAME, () => {
    const { request, amountSource, details } = read();
    return { ask: request, entry: amountSource, typed: details };
  });

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextRecord = (value: unknown): boolean => isObject(value) && Object.values(value).every(isText);

const isQuoteRequest = (value: unknown): value is QuoteRequest =>
  isObject(value) &&
  [value['from'], value['to'], value['amount']].every(isText) &&
  (value['side'] === 'income' || value['side'] === 'outcome') &&
  (value['slotId'] === null || isText(value['slotId'])) &&
  typeof value['fitsSlot'] === 'boolean';

const isOrderDetails = (value: unknown): value is OrderDetails =>
  isObject(value) &&
  isText(value['email']) &&
  isTextRecord(value['income']) &&
  isTextRecord(value['outcome']) &&
  typeof value['noMemo'] === 'boolean' &&
  typeof value['acceptsTerms'] === 'boolean';

const isAmountSource = (value: unknown): value is AmountSource => value === 'typed' || value === 'chosen';

/** Takes the form preserved at a change of language; undefined: none, or of another pair. */
function takePreservedForm({ from, to }: Pick<QuoteRequest, 'from' | 'to'>): PreservedForm | undefined {
  const stored = takeInput(NAME);
  if (!isObject(stored) || !isQuoteRequest(stored['ask']) || !isAmountSource(stored['entry']) || !isOrderDetails(stored['typed']))
    return undefined;
  const { ask: request, entry: amountSource, typed: details } = stored;
  return request.from === from && request.to === to ? { request, amountSource, details } : undefined;
}

interface InitialInputParams {
  readonly pair: Pair;
  readonly quote: LiveQuote;
  readonly form: OrderForm;
  readonly chooseSlot: (slotId: string | null, outcomeAmount: string | null) => void;
}

function applyInitialInput(element: HTMLFormElement, { pair, quote, form, chooseSlot }: InitialInputParams): void {
  const preserved = takePreservedForm({ from: pair.from.id, to: pair.to.id });
  const changed = readChangedFields(element);
  delete element.dataset['typed'];
  element.dataset['running'] = '';
  form.mergeInput({ ...preserved?.details, ...changed.details });
  const slot = quote.calculation?.slots.find(({ id }) => id === changed.slotId);
  if (changed.amount !== null) quote.restoreRequest({ ...quote.request, ...changed.amount, slotId: null, fitsSlot: true });
  else if (changed.slotId !== undefined) chooseSlot(slot?.id ?? null, slot?.outcome_amount ?? null);
  else if (preserved !== undefined) quote.setRequest(preserved.request, preserved.amountSource);
}

/** A quoted amount is preserved in canonical form, so that the other language formats it; other input stays as typed. */
function canonicalAmount({ request, amountSource, calculation, isStale }: LiveQuote): Pick<LiveQuote, 'request' | 'amountSource'> {
  if (calculation === null || isStale) return { request, amountSource };
  const amount = request.side === 'income' ? calculation.income_amount : calculation.outcome_amount;
  return { request: { ...request, amount }, amountSource: 'chosen' };
}

/** Restores input made before hydration or in the other language, and preserves the form for a change of language. */
export function useInitialInput(element: RefObject<HTMLFormElement | null>, params: InitialInputParams): void {
  const latest = useRef(params);
  latest.current = params;
  useLayoutEffect(() => {
    if (element.current !== null) applyInitialInput(element.current, latest.current);
  }, [element]);
  useEffect(
    () =>
      preserveForm(() => {
        const { quote, form } = latest.current;
        const { request, amountSource } = canonicalAmount(quote);
        return { request, amountSource, details: form.details };
      }),
    [],
  );
}

import { registerInput, takeInput } from '#web/form/preserved-input.ts';
import type { QuoteRequest, AmountSource } from './fetch-quote.ts';
import type { OrderDetails } from './order-details.ts';

const NAME = 'exchange';

/** Input of the exchange form. */
export interface PreservedForm {
  readonly request: QuoteRequest;
  readonly amountSource: AmountSource;
  readonly details: OrderDetails;
}

/** Registers the form to be preserved when the language changes; the stored names do not change. Returns how to unregister it. */
export const preserveForm = (read: () => PreservedForm): (() => void) =>
  registerInput(NAME, () => {
    const { request, amountSource, details } = read();
    return { ask: request, entry: amountSource, typed: details };
  });

type UnknownRecord = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is UnknownRecord => typeof value === 'object' && value !== null && !Array.isArray(value);
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
export function takePreservedForm({ from, to }: Pick<QuoteRequest, 'from' | 'to'>): PreservedForm | undefined {
  const stored = takeInput(NAME);
  if (!isObject(stored) || !isQuoteRequest(stored['ask']) || !isAmountSource(stored['entry']) || !isOrderDetails(stored['typed']))
    return undefined;
  const { ask: request, entry: amountSource, typed: details } = stored;
  return request.from === from && request.to === to ? { request, amountSource, details } : undefined;
}

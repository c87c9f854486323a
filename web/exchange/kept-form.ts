import { registerInput, takeInput } from '#web/shell/preserved-input.ts';
import type { Ask, Entry } from './ask.ts';
import type { Typed } from './typed.ts';

const NAME = 'exchange';

export interface KeptForm {
  readonly ask: Ask;
  readonly entry: Entry;
  readonly typed: Typed;
}

/** Has the form taken along when the language changes. */
export const keepForm = (read: () => KeptForm): (() => void) => registerInput(NAME, read);

type Unknown = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Unknown => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const areTexts = (value: unknown): boolean => isObject(value) && Object.values(value).every(isText);

const isAsk = (value: unknown): value is Ask =>
  isObject(value) &&
  [value['from'], value['to'], value['amount']].every(isText) &&
  (value['side'] === 'income' || value['side'] === 'outcome') &&
  (value['slotId'] === null || isText(value['slotId'])) &&
  typeof value['fitsSlot'] === 'boolean';

const isTyped = (value: unknown): value is Typed =>
  isObject(value) &&
  isText(value['email']) &&
  areTexts(value['income']) &&
  areTexts(value['outcome']) &&
  typeof value['noMemo'] === 'boolean' &&
  typeof value['acceptsTerms'] === 'boolean';

const isEntry = (value: unknown): value is Entry => value === 'typed' || value === 'chosen';

/** The form as it stood before the language changed, once; undefined where it did not, or for another pair than this page's. */
export function takeForm({ from, to }: Pick<Ask, 'from' | 'to'>): KeptForm | undefined {
  const kept = takeInput(NAME);
  if (!isObject(kept) || !isAsk(kept['ask']) || !isEntry(kept['entry']) || !isTyped(kept['typed'])) return undefined;
  const { ask, entry, typed } = kept;
  return ask.from === from && ask.to === to ? { ask, entry, typed } : undefined;
}

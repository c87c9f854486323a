import { tidyAmount } from '#core/money/tidy-amount.ts';
import type { OrderDetails } from './order-details.ts';
import { SLOT_FIELD } from './SlotChips.tsx';
import type { Side } from '#web/catalogue/systems.ts';

/** Fields that differ from the served form: edited before scripts ran, or restored by the browser. */
export interface ChangedFields {
  readonly amount: { readonly side: Side; readonly amount: string } | null;
  /** Chosen slot, empty: none; undefined: unchanged. */
  readonly slotId: string | undefined;
  readonly details: Partial<OrderDetails>;
}

/** Field name of an amount. */
export const amountFieldName = (side: Side): `${Side}_amount` => `${side}_amount`;

const isChanged = (field: HTMLInputElement): boolean =>
  field.type === 'checkbox' || field.type === 'radio' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;

function requisitesIn(changed: readonly HTMLInputElement[], side: Side): Readonly<Record<string, string>> | undefined {
  const prefix = `${side}_requisites/`;
  const entries = changed.filter(({ name }) => name.startsWith(prefix)).map(({ name, value }) => [name.slice(prefix.length), value]);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Record<string, string>);
}

/** Reads a served form before it is rendered again. An emptied amount is ignored: the served one returns. */
export function readChangedFields(form: HTMLFormElement): ChangedFields {
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

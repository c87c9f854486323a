import { tidyAmount } from '#core/money/tidy-amount.ts';
import type { Typed } from './typed.ts';
import { SLOT_FIELD } from './SlotChips.tsx';
import type { Side } from './systems.ts';

/** What stands in the form otherwise than it was served: typed before scripts ran, or put back by the browser. */
export interface Standing {
  readonly amount: { readonly side: Side; readonly amount: string } | null;
  /** The chosen slot, empty for none; undefined where nobody chose. */
  readonly slotId: string | undefined;
  readonly typed: Partial<Typed>;
}

/** The name of an amount's field, the same with and without scripts. */
export const amountField = (side: Side): `${Side}_amount` => `${side}_amount`;

const isChanged = (field: HTMLInputElement): boolean =>
  field.type === 'checkbox' || field.type === 'radio' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;

function requisitesIn(changed: readonly HTMLInputElement[], side: Side): Readonly<Record<string, string>> | undefined {
  const prefix = `${side}_requisites/`;
  const entries = changed.filter(({ name }) => name.startsWith(prefix)).map(({ name, value }) => [name.slice(prefix.length), value]);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Record<string, string>);
}

/** Reads a served form before anything is drawn over it. An emptied amount is no amount: the served one comes back. */
export function readStanding(form: HTMLFormElement): Standing {
  const changed = [...form.elements].filter((element) => element instanceof HTMLInputElement && isChanged(element)) as HTMLInputElement[];
  const find = (name: string) => changed.find((field) => field.name === name);
  const side = (['income', 'outcome'] as const).find((one) => (find(amountField(one))?.value ?? '').trim() !== '');
  const [email, income, outcome] = [find('email')?.value, requisitesIn(changed, 'income'), requisitesIn(changed, 'outcome')];
  return {
    amount: side === undefined ? null : { side, amount: tidyAmount(find(amountField(side))?.value ?? '') },
    slotId: changed.find((field) => field.name === SLOT_FIELD && field.checked)?.value,
    typed: {
      ...(email === undefined ? {} : { email }),
      ...(income === undefined ? {} : { income }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(find('no_memo') === undefined ? {} : { noMemo: find('no_memo')?.checked === true }),
      ...(find('accept_terms') === undefined ? {} : { acceptsTerms: find('accept_terms')?.checked === true }),
    },
  };
}

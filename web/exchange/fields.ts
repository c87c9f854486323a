import type { Side, System } from '#web/catalogue/systems.ts';

/** Requisite fields of a payment system on one side. */
export const fieldsOf = (system: System, side: Side) => (side === 'income' ? system.income_fields : system.outcome_fields);

/** Field path of a requisite in refusals: `outcome_requisites/card_number`. */
export const pathOf = (side: Side, key: string): string => `${side}_requisites/${key}`;

/** Name of the field with an amount. */
export const amountFieldName = (side: Side): `${Side}_amount` => `${side}_amount`;

/** Name of the field with the chosen slot, also without scripts. */
export const SLOT_FIELD = 'chosen_slot_id';

/** Details entered below the amounts. */
export interface OrderDetails {
  readonly email: string;
  readonly income: Readonly<Record<string, string>>;
  readonly outcome: Readonly<Record<string, string>>;
  readonly noMemo: boolean;
  readonly acceptsTerms: boolean;
}

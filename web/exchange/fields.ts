import type { Side, System } from './systems.ts';

/** What a payment system asks for on one side of an exchange. */
export const fieldsOf = (system: System, side: Side) => (side === 'income' ? system.income_fields : system.outcome_fields);

/** How a refusal names the field of a requisite: `outcome_requisites/card_number`. */
export const pathOf = (side: Side, key: string): string => `${side}_requisites/${key}`;

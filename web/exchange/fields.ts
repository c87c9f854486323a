import type { Side, System } from '#web/catalogue/systems.ts';

/** Requisite fields of a payment system on one side. */
export const fieldsOf = (system: System, side: Side) => (side === 'income' ? system.income_fields : system.outcome_fields);

/** Field path of a requisite in refusals: `outcome_requisites/card_number`. */
export const pathOf = (side: Side, key: string): string => `${side}_requisites/${key}`;

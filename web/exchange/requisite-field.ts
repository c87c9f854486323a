import type { Side, System } from '#web/catalogue/systems.ts';
import type { OrderForm } from './order-form.ts';

export type RequisiteField = System['income_fields'][number];

export interface RequisiteFieldsProps {
  readonly side: Side;
  readonly system: System;
  readonly form: OrderForm;
  /** Other systems of this side; one is suggested for an address of another network. */
  readonly choices: readonly System[];
  readonly onSystem: (system: System) => void;
}

import type { Changeable, ChangeRules } from './changes/changeable.ts';
import type { ChangeEntity } from '#core/changes/entities.ts';
import type { Deps } from './deps.ts';
import { changeableDirection, changeablePaymentSystem } from './payment-systems/changeable.ts';
import { judgeChange } from './rate-desk/judge-change.ts';

/** What is changed in the one way there is: one for every entity of `core/changes/entities.ts`. */
const CHANGEABLE: Readonly<Record<ChangeEntity, Changeable>> = {
  payment_system: changeablePaymentSystem,
  direction: changeableDirection,
};

/** The one way to change prices and the catalogue, as every process works with it. */
export const changeRules = (deps: Pick<Deps, 'catalogue' | 'quotes'>): ChangeRules => ({
  entities: CHANGEABLE,
  judge: (_db, items) => judgeChange(deps, items),
});

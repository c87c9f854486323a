import type { Changeable, ChangeRules } from './changes/changeable.ts';
import { changeableCountryRule, judgeCountries } from './countries/changeable.ts';
import type { ChangeEntity } from '#core/changes/entities.ts';
import type { Deps } from './deps.ts';
import { changeableProgramme, judgeProgramme } from './earnings/changeable.ts';
import { changeableFixedPrice } from './market/change-fixed-prices.ts';
import { changeableSymbolRule } from './market/change-rules.ts';
import { judgePrices } from './market/judge-prices.ts';
import { changeableDirection, changeablePaymentSystem } from './payment-systems/changeable.ts';
import { judgeChange } from './rate-desk/judge-change.ts';
import { changeableSlotRule } from './slots/changeable.ts';
import { judgeSlotRules } from './slots/judge-slot-rules.ts';

/** What is changed in the one way there is: one for every entity of `core/changes/entities.ts`. */
const CHANGEABLE: Readonly<Record<ChangeEntity, Changeable>> = {
  payment_system: changeablePaymentSystem,
  direction: changeableDirection,
  symbol_rule: changeableSymbolRule,
  fixed_price: changeableFixedPrice,
  slot_rule: changeableSlotRule,
  country_rule: changeableCountryRule,
  earning_programme: changeableProgramme,
};

/** The one way to change prices and the catalogue, as every process works with it. */
export const changeRules = (deps: Pick<Deps, 'catalogue' | 'quotes'>): ChangeRules => ({
  entities: CHANGEABLE,
  judge: async (db, items) => [
    ...(await judgeChange(deps, db, items)),
    ...(await judgePrices(db, items)),
    ...judgeSlotRules(deps, items),
    ...judgeCountries(items),
    ...judgeProgramme(items),
  ],
});

import type { Module } from '#server/module.ts';
import { changeableFixedPrice, changeableSymbolRule } from './changeable.ts';
import { officeMarketRoutes } from './office-routes.ts';

export const marketModule: Module = {
  name: 'market',
  tables: [
    'fixed_prices',
    'market_lease',
    'price_confirmations',
    'rate_snapshots',
    'rate_source_choice',
    'rate_source_states',
    'symbol_rules',
  ],
  routes: officeMarketRoutes,
  changeable: { symbol_rule: changeableSymbolRule, fixed_price: changeableFixedPrice },
};

import { matchesQuery } from '#core/payment-system/search.ts';
import type { System } from '#web/catalogue/systems.ts';

/** Whether name, code, currency, network or an alias of a system matches a search query. */
export const matchesSearch = (system: System, query: string): boolean =>
  matchesQuery([system.name, system.code, system.currency_iso_code, system.network ?? '', ...system.aliases], query);

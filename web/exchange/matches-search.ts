import { matchesQuery } from '#core/payment-system/search.ts';
import type { System } from './systems.ts';

/** Whether a system is what somebody typed into the search: its name, code, currency, network or what people call it. */
export const matchesSearch = (system: System, query: string): boolean =>
  matchesQuery([system.name, system.code, system.currency_iso_code, system.network ?? '', ...system.aliases], query);

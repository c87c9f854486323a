import type { OfficeAction } from '#core/access.ts';

interface EntityRule {
  /** Members that make a price and open nothing; `all`: the whole of it is about prices. */
  readonly priceMembers: readonly string[] | 'all';
}

/**
 * What is changed in one way only: previewed, versioned, dated, reversible (domain 10). A new one needs its line here, its
 * `Changeable` at assembly (`server/assemble-changes.ts`) and its words (`rates.entity`).
 */
export const CHANGE_ENTITIES = {
  payment_system: { priceMembers: ['networkFee'] },
  direction: {
    priceMembers: [
      'rateType',
      'marginPpm',
      'incomeFeePpm',
      'outcomeFeePpm',
      'incomeFeeFixed',
      'outcomeFeeFixed',
      'minIncome',
      'maxIncome',
      'steps',
      'marginByReserve',
      'marginByHour',
      'monitorRule',
    ],
  },
  /** How much it takes to believe a market price (`core/pricing/symbol-rules.ts`). */
  symbol_rule: { priceMembers: 'all' },
  /** A market price set by hand until its end. */
  fixed_price: { priceMembers: 'all' },
  /** Slots that are kept open from the free reserve (`core/slots/slot-rules.ts`). */
  slot_rule: { priceMembers: 'all' },
  /** Currencies that are not exchanged in a country, or anywhere (`core/country-rules.ts`). */
  country_rule: { priceMembers: [] },
  /** What referrals, partners and customers are promised (`core/earnings/programme.ts`). */
  earning_programme: { priceMembers: 'all' },
} as const satisfies Readonly<Record<string, EntityRule>>;

export type ChangeEntity = keyof typeof CHANGE_ENTITIES;

export const CHANGE_ENTITY_NAMES = Object.keys(CHANGE_ENTITIES) as [ChangeEntity, ...ChangeEntity[]];

/** What whoever changes these members of an entity must be allowed to (domain 9); `null` is the whole of it, made or taken away. */
export function actionFor(entity: ChangeEntity, members: readonly string[] | null): OfficeAction {
  const { priceMembers } = CHANGE_ENTITIES[entity] as EntityRule;
  if (priceMembers === 'all') return 'change_prices';
  if (members === null) return 'change_catalogue';
  return members.every((member) => priceMembers.includes(member)) ? 'change_prices' : 'change_catalogue';
}

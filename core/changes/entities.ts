import type { OfficeAction } from '#core/access/access.ts';

interface EntityRule {
  /** Members that only affect prices and cannot open a direction; `all` means every member. */
  readonly priceMembers: readonly string[] | 'all';
}

/**
 * Entities that are changed only by previewed, versioned, dated, reversible changes (domain 10). A new one also needs its `Changeable` in
 * its module and its label (`rates.entity`).
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
  /** What makes a market price reliable (`core/pricing/symbol-rules.ts`). */
  symbol_rule: { priceMembers: 'all' },
  /** A market price set by hand until its end. */
  fixed_price: { priceMembers: 'all' },
  /** Slots that are kept open from the free reserve (`core/slots/slot-rules.ts`). */
  slot_rule: { priceMembers: 'all' },
  /** Currencies that are not exchanged in a country, or anywhere (`core/country/country-rules.ts`). */
  country_rule: { priceMembers: [] },
  /** Terms of referrals, partners and cashback (`core/earnings/programme.ts`). */
  earning_programme: { priceMembers: 'all' },
} as const satisfies Readonly<Record<string, EntityRule>>;

export type ChangeEntity = keyof typeof CHANGE_ENTITIES;

export const CHANGE_ENTITY_NAMES = Object.keys(CHANGE_ENTITIES) as [ChangeEntity, ...ChangeEntity[]];

/** The permission needed to change these members (domain 9). Null means that the whole record is created or deleted. */
export function actionFor(entity: ChangeEntity, members: readonly string[] | null): OfficeAction {
  const { priceMembers } = CHANGE_ENTITIES[entity] as EntityRule;
  if (priceMembers === 'all') return 'change_prices';
  if (members === null) return 'change_catalogue';
  return members.every((member) => priceMembers.includes(member)) ? 'change_prices' : 'change_catalogue';
}

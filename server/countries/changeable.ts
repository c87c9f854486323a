import * as z from 'zod/mini';
import type { Document } from '#core/changes/change.ts';
import { isCountry } from '#core/country/countries.ts';
import { EVERYWHERE } from '#core/country/country-rules.ts';
import type { Changeable, CheckedItem, ExceededGuard } from '#server/changes/changeable.ts';
import { COUNTRY_RULES_CHANNEL } from './countries.ts';
import { findRulesByKey, removeRules, saveRules } from './store.ts';

const isScope = (text: string): boolean => text === EVERYWHERE || isCountry(text);

/** Currencies that are not exchanged in a country, or anywhere; removing a rule reopens its country. */
const CountryRuleDocument = z.strictObject({
  country: z.string().check(z.refine(isScope, 'country')),
  currencies: z.array(z.string().check(z.regex(/^[A-Z0-9]{2,12}$/))).check(z.minLength(1, 'required'), z.maxLength(200, 'too_long')),
});

/** Country rules as an entity of `changes` (domain 9, 10). */
export const changeableCountryRule: Changeable = {
  schema: CountryRuleDocument,
  keyOf: ({ country }) => String(country),
  read: async (db, keys, options) =>
    new Map((await findRulesByKey(db, keys, { lock: options?.lock === true })).map((rule) => [rule.country, { ...rule }])),
  save: async (tx, documents) =>
    await saveRules(
      tx,
      documents.map((document) => {
        const { country, currencies } = CountryRuleDocument.parse(document);
        return { country, currencies: [...new Set(currencies)].toSorted() };
      }),
    ),
  remove: removeRules,
  channel: COUNTRY_RULES_CHANNEL,
};

/** The member of each entity that closes something to countries. */
const CLOSING_MEMBER = { country_rule: 'currencies', direction: 'deniedCountries' } as const;

const listOf = (document: Document | null, member: string): readonly unknown[] => {
  const value = document?.[member];
  return Array.isArray(value) ? value : [];
};

/** Exceeded guards of a change. Closing something to a country needs no approval; reopening it may be illegal and needs a second operator. */
export function judgeCountries(items: readonly CheckedItem[]): readonly ExceededGuard[] {
  return items.flatMap(({ item, position, now, next }): ExceededGuard[] => {
    if (item.entity !== 'country_rule' && item.entity !== 'direction') return [];
    // Removing a direction opens nothing
    if (item.entity === 'direction' && next === null) return [];
    const member = CLOSING_MEMBER[item.entity];
    const after = new Set(listOf(next, member));
    const isOpened = listOf(now, member).some((value) => !after.has(value));
    return isOpened ? [{ position, guard: 'country_opened', value: '' }] : [];
  });
}

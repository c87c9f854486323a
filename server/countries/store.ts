import { type CountryRules, EVERYWHERE } from '#core/country/country-rules.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const RuleRow = rowType({ country: col.text, currencies: col.arrayOf(col.text) });
export type CountryRule = RowOf<typeof RuleRow>;
const VersionRow = rowType({ version: col.text });

/** All rules, the worldwide one first. */
export const findRules = (db: Queryable): Promise<CountryRule[]> =>
  db.many(RuleRow, sql`select country, currencies from country_rules order by country <> ${EVERYWHERE}, country`);

export const findRulesByKey = (db: Queryable, keys: readonly string[], { lock }: { readonly lock: boolean }): Promise<CountryRule[]> =>
  db.many(
    RuleRow,
    sql`select country, currencies from country_rules where country = any(${[...keys]}::text[])
      order by country ${lock ? sql`for update` : sql``}`,
  );

/** All rules with their version, for the memory cache. */
export async function readRules(db: Queryable): Promise<CountryRules> {
  const { version } = await db.one(VersionRow, sql`select version::text from country_rules_version`);
  const rules = await findRules(db);
  return {
    version: Number(version),
    everywhere: rules.find(({ country }) => country === EVERYWHERE)?.currencies ?? [],
    byCountry: Object.fromEntries(rules.flatMap(({ country, currencies }) => (country === EVERYWHERE ? [] : [[country, currencies]]))),
  };
}

const bumpVersion = (tx: Tx): Promise<number> => tx.run(sql`update country_rules_version set version = version + 1`);

export async function saveRules(tx: Tx, rules: readonly CountryRule[]): Promise<void> {
  await bumpVersion(tx);
  for (const { country, currencies } of rules) {
    await tx.run(sql`
      insert into country_rules (country, currencies) values (${country}, ${currencies}::text[])
      on conflict (country) do update set currencies = excluded.currencies`);
  }
}

export async function removeRules(tx: Tx, keys: readonly string[]): Promise<void> {
  await bumpVersion(tx);
  await tx.run(sql`delete from country_rules where country = any(${[...keys]}::text[])`);
}

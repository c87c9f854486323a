import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { call, type Transport } from '#contract/call.ts';
import { listCountries } from '#contract/public/countries.ts';
import { getCryptoInfo } from '#contract/public/crypto-stats.ts';
import { listDirections } from '#contract/public/directions.ts';
import { systemPath } from '#core/link/pair-path.ts';
import { siteContext } from '#web/api/site-context.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import type { System } from '#web/catalogue/systems.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

/** A direction in the list of a system. */
export interface SystemDirection {
  readonly other: Pick<System, 'id' | 'name' | 'kind' | 'network' | 'mark' | 'currency_iso_code' | 'precision'>;
  /** Units received for one unit given; null: no rate now. */
  readonly rate: string | null;
  /** Limits of the amount given. */
  readonly min: string;
  readonly max: string;
}

export interface SystemPage {
  readonly system: System;
  readonly give: readonly SystemDirection[];
  readonly get: readonly SystemDirection[];
  /** Codes of the countries where the system's currency is not exchanged. */
  readonly excluded: readonly string[];
  readonly isExcludedEverywhere: boolean;
  /** Symbol of the coin whose market page is linked; null: none. */
  readonly coin: string | null;
}

const CODE = /^[A-Za-z0-9]{1,20}$/;

const otherOf = ({ id, name, kind, network, mark, currency_iso_code, precision }: System): SystemDirection['other'] => ({
  id,
  name,
  kind,
  network,
  mark,
  currency_iso_code,
  precision,
});

type ExcludedCountries = Pick<SystemPage, 'excluded' | 'isExcludedEverywhere'>;

async function loadExcluded(transport: Transport, currency: string): Promise<ExcludedCountries> {
  const response = await call(listCountries, {}, transport);
  const countries = response.ok ? response.data : [];
  const excluded = countries.filter(({ attributes }) => attributes.excluded_currency_iso_codes.includes(currency)).map(({ id }) => id);
  const isExcludedEverywhere = countries.length > 0 && excluded.length === countries.length;
  return { excluded: isExcludedEverywhere ? [] : excluded, isExcludedEverywhere };
}

/** A payment system with its directions. Addresses are in lower case; another case redirects. */
export async function loadSystem({ request, params, context }: LoaderFunctionArgs): Promise<SystemPage> {
  const { api, modulesOff } = context.get(siteContext);
  const { pathname, search } = new URL(request.url);
  const locale = localeOf(pathname);
  const transport = api(locale);
  const codeParam = params['code'] ?? '';
  if (!CODE.test(codeParam)) throw data(null, { status: 404 });
  if (codeParam !== codeParam.toLowerCase()) throw redirect(localPath(locale, systemPath(codeParam)) + search, 301);
  const code = codeParam.toUpperCase();
  const systems = await listSystems(transport);
  if (systems === undefined) throw data(null, { status: 503 });
  const system = systems.find(({ id }) => id === code);
  if (system === undefined) throw data(null, { status: 404 });
  const { currency_iso_code: currency, kind } = system;
  const [directions, coin, excluded] = await Promise.all([
    call(listDirections, { query: { payment_system_id: code } }, transport),
    !modulesOff.includes('crypto-stats') && kind === 'crypto' ? call(getCryptoInfo, { params: { id: currency } }, transport) : undefined,
    loadExcluded(transport, currency),
  ]);
  if (!directions.ok) throw data(null, { status: 503 });
  const collator = new Intl.Collator(locale, { numeric: true });
  const listSide = (side: 'income' | 'outcome'): readonly SystemDirection[] => {
    const listed = directions.data.flatMap(({ attributes }): readonly SystemDirection[] => {
      const [ownSide, otherSide] = side === 'income' ? (['income', 'outcome'] as const) : (['outcome', 'income'] as const);
      const other = systems.find(({ id }) => id === attributes[`${otherSide}_payment_system_id`]);
      if (attributes[`${ownSide}_payment_system_id`] !== code || other === undefined) return [];
      const givenSystem = side === 'income' ? system : other;
      const { price } = attributes;
      return [
        {
          other: otherOf(other),
          rate: price?.rate ?? null,
          min: price?.min_income_amount ?? givenSystem.min_amount,
          max: price?.max_income_amount ?? givenSystem.max_amount,
        },
      ];
    });
    return listed.toSorted((a, b) => collator.compare(a.other.name, b.other.name));
  };
  return { system, give: listSide('income'), get: listSide('outcome'), ...excluded, coin: coin?.ok === true ? coin.data.id : null };
}

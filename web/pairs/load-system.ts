import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { call } from '#contract/call.ts';
import { listCountries } from '#contract/countries.ts';
import { getCryptoInfo } from '#contract/crypto-stats.ts';
import { listDirections } from '#contract/directions.ts';
import { systemPath } from '#core/pair-path.ts';
import { siteContext } from '#web/api/site-context.ts';
import { listSystems } from '#web/exchange/list-systems.ts';
import type { System } from '#web/exchange/systems.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

/** One exchange of a system as its page lists it. */
export interface SystemLine {
  readonly other: Pick<System, 'id' | 'name' | 'kind' | 'network' | 'mark' | 'currency_iso_code' | 'precision'>;
  /** Units of what is got for one of what is given; null: there is no rate now. */
  readonly rate: string | null;
  /** Of what is given. */
  readonly min: string;
  readonly max: string;
}

export interface SystemPage {
  readonly system: System;
  readonly give: readonly SystemLine[];
  readonly get: readonly SystemLine[];
  /** Codes of countries where its currency is not exchanged. */
  readonly excluded: readonly string[];
  readonly isExcludedEverywhere: boolean;
  /** The coin whose page tells of its market; null: there is none. */
  readonly coin: string | null;
}

const CODE = /^[A-Za-z0-9]{1,20}$/;

const brief = ({ id, name, kind, network, mark, currency_iso_code, precision }: System): SystemLine['other'] => ({
  id,
  name,
  kind,
  network,
  mark,
  currency_iso_code,
  precision,
});

type Excluded = Pick<SystemPage, 'excluded' | 'isExcludedEverywhere'>;

async function excludedOf(transport: Parameters<typeof listSystems>[0], currency: string): Promise<Excluded> {
  const told = await call(listCountries, {}, transport);
  const countries = told.ok ? told.data : [];
  const excluded = countries.filter(({ attributes }) => attributes.excluded_currency_iso_codes.includes(currency)).map(({ id }) => id);
  const isExcludedEverywhere = countries.length > 0 && excluded.length === countries.length;
  return { excluded: isExcludedEverywhere ? [] : excluded, isExcludedEverywhere };
}

/** A payment system with all that it is exchanged for. Addresses name it in small letters; any other case leads there. */
export async function loadSystem({ request, params, context }: LoaderFunctionArgs): Promise<SystemPage> {
  const { api, hasCryptoStats } = context.get(siteContext);
  const { pathname, search } = new URL(request.url);
  const locale = localeOf(pathname);
  const transport = api(locale);
  const named = params['code'] ?? '';
  if (!CODE.test(named)) throw data(null, { status: 404 });
  if (named !== named.toLowerCase()) throw redirect(localPath(locale, systemPath(named)) + search, 301);
  const code = named.toUpperCase();
  const systems = await listSystems(transport);
  if (systems === undefined) throw data(null, { status: 503 });
  const system = systems.find(({ id }) => id === code);
  if (system === undefined) throw data(null, { status: 404 });
  const { currency_iso_code: currency, kind } = system;
  const [told, coin, excluded] = await Promise.all([
    call(listDirections, { query: { payment_system_id: code } }, transport),
    hasCryptoStats && kind === 'crypto' ? call(getCryptoInfo, { params: { id: currency } }, transport) : undefined,
    excludedOf(transport, currency),
  ]);
  if (!told.ok) throw data(null, { status: 503 });
  const inOrder = new Intl.Collator(locale, { numeric: true });
  const lines = (own: 'income' | 'outcome'): readonly SystemLine[] => {
    const found = told.data.flatMap(({ attributes }): readonly SystemLine[] => {
      const [mine, others] = own === 'income' ? (['income', 'outcome'] as const) : (['outcome', 'income'] as const);
      const other = systems.find(({ id }) => id === attributes[`${others}_payment_system_id`]);
      if (attributes[`${mine}_payment_system_id`] !== code || other === undefined) return [];
      const given = own === 'income' ? system : other;
      const { price } = attributes;
      return [
        {
          other: brief(other),
          rate: price?.rate ?? null,
          min: price?.min_income_amount ?? given.min_amount,
          max: price?.max_income_amount ?? given.max_amount,
        },
      ];
    });
    return found.toSorted((a, b) => inOrder.compare(a.other.name, b.other.name));
  };
  return { system, give: lines('income'), get: lines('outcome'), ...excluded, coin: coin?.ok === true ? coin.data.id : null };
}

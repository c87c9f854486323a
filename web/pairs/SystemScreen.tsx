import { formatAtLeast, formatAtMost } from '#core/format/amount.ts';
import { Link, useRouteLoaderData } from 'react-router';
import { formatRate } from '#core/format/rate.ts';
import { pairPath } from '#core/link/pair-path.ts';
import { Mark } from '#ui/Mark.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SlipRows } from '#ui/Slip.tsx';
import { Unbroken } from '#ui/Unbroken.tsx';
import type { System } from '#web/catalogue/systems.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { SystemDirection, SystemPage } from './load-system.ts';
import { countryNames } from './server-words.ts';
import { LinkedData } from '#web/head/LinkedData.tsx';
import type { loader as rootLoader } from '#web/root.tsx';

/** Breadcrumbs of a payment system's page, also as schema.org data. */
function Breadcrumbs({ name }: { readonly name: string }) {
  const { t, to } = useTranslation();
  const site = useRouteLoaderData<typeof rootLoader>('root');
  const directory = { name: t('pairs.directions.title'), path: to('/directions') };
  const list = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: directory.name, item: `${site?.publicUrl ?? ''}${directory.path}` },
      { '@type': 'ListItem', position: 2, name },
    ],
  };
  return (
    <>
      <LinkedData value={list} />
      <p className="mb-2">
        <Link className="link inline-grid min-h-11 items-center" to={directory.path}>
          {directory.name}
        </Link>
      </p>
    </>
  );
}

function useFieldNames() {
  const { t } = useTranslation();
  return (fields: System['income_fields']): string => {
    const labels = fields.map(({ label, required }) => (required ? label : t('pairs.system.optional', { label })));
    return labels.length === 0 ? t('pairs.system.nothing') : labels.join(', ');
  };
}

function About({ system }: { readonly system: System }) {
  const { t, locale } = useTranslation();
  const fieldNames = useFieldNames();
  const { precision, income_enabled: canGive, outcome_enabled: canGet } = system;
  const rows = [
    { name: t('pairs.system.kind'), value: t(`pairs.kind.${system.kind}`) },
    { name: t('pairs.system.currency'), value: system.currency_iso_code },
    ...(system.network === null ? [] : [{ name: t('pairs.system.network'), value: system.network }]),
    {
      name: t('pairs.system.precision'),
      value: precision === 0 ? t('pairs.system.whole') : t('pairs.system.decimals', { count: precision }),
    },
    {
      name: t('pairs.system.limits'),
      value: t('pairs.facts.range', {
        min: formatAtLeast(system.min_amount, system, locale),
        max: formatAtMost(system.max_amount, system, locale),
      }),
    },
    ...(canGet ? [{ name: t('pairs.system.reserve'), value: formatAtMost(system.reserve, system, locale) }] : []),
    ...(canGive ? [{ name: t('pairs.system.give_needs'), value: fieldNames(system.income_fields) }] : []),
    ...(canGet ? [{ name: t('pairs.system.get_needs'), value: fieldNames(system.outcome_fields) }] : []),
    { name: t('pairs.system.code'), value: system.code },
  ];
  return (
    <section aria-labelledby="about" className="max-w-2xl">
      <h2 id="about" className="mb-2 text-lg font-semibold">
        {t('pairs.system.about')}
      </h2>
      <SlipRows rows={rows} />
    </section>
  );
}

/** Common causes of lost money: a wrong network, a missing memo, an excluded country. */
function Warnings({ system, excluded, isExcludedEverywhere }: Pick<SystemPage, 'system' | 'excluded' | 'isExcludedEverywhere'>) {
  const { t, locale } = useTranslation();
  const { name, network } = system;
  const hasMemo = [...system.income_fields, ...system.outcome_fields].some(({ kind }) => kind === 'memo');
  const warnings = [
    ...(network === null ? [] : [t('pairs.system.network_warning', { name, network })]),
    ...(hasMemo ? [t('pairs.system.memo_warning')] : []),
    ...(isExcludedEverywhere ? [t('pairs.system.everywhere')] : []),
    ...(excluded.length === 0 ? [] : [t('pairs.system.countries', { names: countryNames(excluded, locale) })]),
  ];
  if (warnings.length === 0) return null;
  return (
    <div className="mt-6 max-w-2xl">
      <Notice tone="time">
        {warnings.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Notice>
    </div>
  );
}

interface DirectionListProps {
  readonly system: System;
  readonly side: 'give' | 'get';
  readonly directions: readonly SystemDirection[];
}

function DirectionList({ system, side, directions }: DirectionListProps) {
  const { t, locale, to: pathOf } = useTranslation();
  const id = `system-${side}`;
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="mb-2 text-lg font-semibold">
        <Unbroken text={t(`pairs.system.${side}`, { name: system.name })} />
      </h2>
      {directions.length === 0 ? <p className="text-muted">{t(`pairs.system.${side}_closed`)}</p> : null}
      <ul className="gap-x-12 md:columns-2">
        {directions.map(({ other, rate, min, max }) => {
          const [from, to] = side === 'give' ? [system, other] : [other, system];
          const text =
            rate === null
              ? t('pairs.system.no_rate')
              : t('pairs.system.limits_line', {
                  rate: formatRate(rate, { income: from.currency_iso_code, outcome: to.currency_iso_code }, locale),
                  min: formatAtLeast(min, from, locale),
                  max: formatAtMost(max, from, locale),
                });
          return (
            <li key={other.id} className="break-inside-avoid border-t border-line">
              <Link to={pathOf(pairPath(from.id, to.id))} reloadDocument className="flex min-h-14 items-center gap-3 py-2 hover:bg-well">
                <Mark kind={other.kind} {...other.mark} network={other.network} className="size-7" />
                <span className="min-w-0 flex-1 leading-5">
                  <Unbroken text={t('pairs.system.line', { from: from.name, to: to.name })} />
                  <span className="figures block text-sm text-muted">{text}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** One payment system: what it is, what it needs, and all its directions. */
export function SystemScreen({ system, give, get, excluded, isExcludedEverywhere, coin }: SystemPage) {
  const { t, to } = useTranslation();
  return (
    <div className="mx-auto max-w-[72rem] px-4 py-8 sm:px-6 md:py-12">
      <Breadcrumbs name={system.name} />
      <div className="mb-6 flex items-center gap-3">
        <Mark kind={system.kind} {...system.mark} network={system.network} className="size-10" />
        <h1 className="min-w-0 text-2xl font-semibold wrap-anywhere">
          <Unbroken text={system.name} />
        </h1>
      </div>
      <About system={system} />
      <Warnings system={system} excluded={excluded} isExcludedEverywhere={isExcludedEverywhere} />
      {coin === null ? null : (
        <p className="mt-4">
          <Link className="link inline-flex min-h-11 items-center" to={to(`/crypto/${coin.toLowerCase()}`)}>
            {t('pairs.system.coin', { symbol: coin })}
          </Link>
        </p>
      )}
      <DirectionList system={system} side="give" directions={give} />
      <DirectionList system={system} side="get" directions={get} />
    </div>
  );
}

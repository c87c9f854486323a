import { formatAtMost } from '#core/format/amount.ts';
import { Form, Link } from 'react-router';
import { formatClock } from '#core/format/moment.ts';
import { formatRate } from '#core/format/rate.ts';
import { pairPath, systemPath } from '#core/link/pair-path.ts';
import { Button } from '#ui/Button.tsx';
import { Mark } from '#ui/Mark.tsx';
import { Unbroken } from '#ui/Unbroken.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { queryOf } from './find-pairs.ts';
import type { DirectionsPage, ListedSystem } from './load-directions.ts';

const FIELD = 'min-h-12 w-full rounded-tray border border-edge bg-sheet px-3';

/** The search: a GET form, the same with and without scripts. */
function Search({ query, kinds, currencies }: DirectionsPage) {
  const { t, to } = useTranslation();
  return (
    <Form
      noValidate
      action={to('/directions')}
      role="search"
      className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_auto]"
    >
      <label className="grid gap-1 text-sm">
        {t('pairs.directions.search')}
        <input key={query.text} className={FIELD} type="search" name="q" defaultValue={query.text} maxLength={80} />
      </label>
      <label className="grid gap-1 text-sm">
        {t('pairs.directions.kind')}
        <select key={query.kind} className={FIELD} name="kind" defaultValue={query.kind ?? ''}>
          <option value="">{t('pairs.directions.any_kind')}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`pairs.kinds.${kind}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1 text-sm">
        {t('pairs.directions.currency')}
        <select key={query.currency} className={FIELD} name="currency" defaultValue={query.currency ?? ''}>
          <option value="">{t('pairs.directions.any_currency')}</option>
          {currencies.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" tone="plain" className="min-h-12">
        {t('pairs.directions.find')}
      </Button>
    </Form>
  );
}

type SystemsById = ReadonlyMap<string, ListedSystem>;

function Pairs({ page, systems }: { readonly page: DirectionsPage; readonly systems: SystemsById }) {
  const { t, to: pathOf, locale } = useTranslation();
  const { query, pairs, total, ratesAt } = page;
  const isAll = queryOf(query, 1) === '';
  return (
    <section aria-labelledby="pairs" className="mt-10">
      <h2 id="pairs" className="text-lg font-semibold">
        {t('pairs.directions.pairs')}
      </h2>
      <p role="status" className="mt-1 mb-3 text-sm leading-6 text-muted">
        {total > 0 ? t('pairs.directions.found', { count: total }) : t(isAll ? 'pairs.directions.closed' : 'pairs.directions.nothing')}{' '}
        {isAll ? null : (
          <Link className="link" to={pathOf('/directions')}>
            {t('pairs.directions.clear')}
          </Link>
        )}
        {pairs.some(([, , row]) => row !== null) ? (
          <span className="block">{t('pairs.directions.rates_at', { at: formatClock(ratesAt, locale) })}</span>
        ) : null}
      </p>
      <ul className="gap-x-12 md:columns-2">
        {pairs.map(([fromId, toId, row]) => {
          const [from, to] = [systems.get(fromId), systems.get(toId)];
          if (from === undefined || to === undefined) return null;
          return (
            <li key={`${fromId} ${toId}`} className="break-inside-avoid border-t border-line">
              <Link to={pathOf(pairPath(fromId, toId))} reloadDocument className="flex min-h-14 items-center gap-3 py-2 hover:bg-well">
                <Mark kind={from.kind} {...from.mark} network={from.network} className="size-7" />
                <Mark kind={to.kind} {...to.mark} network={to.network} className="size-7" />
                <span className="min-w-0 flex-1 leading-5">
                  <Unbroken text={t('pairs.system.line', { from: from.name, to: to.name })} />
                  <span className="figures flex flex-wrap gap-x-3 text-sm text-muted">
                    {row === null ? null : (
                      <span className="text-ink">
                        {formatRate(row.rate, { income: from.currency_iso_code, outcome: to.currency_iso_code }, locale)}
                      </span>
                    )}
                    <span>{t('pairs.directions.reserve', { amount: formatAtMost(to.reserve, to, locale) })}</span>
                    {row === null ? null : <span>{t('shell.time.short', { count: row.minutes })}</span>}
                  </span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      <Pages {...page} />
    </section>
  );
}

function Pages({ query, pages }: DirectionsPage) {
  const { t, to } = useTranslation();
  if (pages === 1) return null;
  const { page } = query;
  const pageNumbers = [...new Set([1, page - 1, page, page + 1, pages])].filter((number) => number >= 1 && number <= pages);
  return (
    <nav aria-label={t('pairs.directions.pages')} className="figures mt-4 flex flex-wrap gap-1">
      {pageNumbers.map((number) => (
        <Link
          key={number}
          to={to(`/directions${queryOf(query, number)}#pairs`)}
          aria-label={t('pairs.directions.page', { page: number })}
          aria-current={number === page ? 'page' : undefined}
          className="grid size-11 place-items-center rounded-tray border border-line hover:bg-well aria-[current]:bg-board aria-[current]:text-on-board"
        >
          {number}
        </Link>
      ))}
    </nav>
  );
}

function SystemList({ page, systems }: { readonly page: DirectionsPage; readonly systems: SystemsById }) {
  const { t, to, locale } = useTranslation();
  if (page.groups.length === 0) return null;
  return (
    <section aria-labelledby="systems" className="mt-14">
      <h2 id="systems" className="text-lg font-semibold">
        {t('pairs.directions.systems')}
      </h2>
      <div className="gap-x-12 md:columns-2">
        {page.groups.map(({ kind, ids }) => (
          <div key={kind} className="break-inside-avoid pt-4">
            <h3 className="mb-1 break-after-avoid text-sm text-muted">{t(`pairs.kinds.${kind}`)}</h3>
            <ul>
              {ids.map((id) => {
                const system = systems.get(id);
                if (system === undefined) return null;
                return (
                  <li key={id} className="break-inside-avoid border-t border-line">
                    <Link to={to(systemPath(id))} className="flex min-h-11 items-center gap-3 py-1.5 hover:bg-well">
                      <Mark kind={kind} {...system.mark} network={system.network} className="size-6" />
                      <span className="min-w-0 flex-1">
                        <Unbroken text={system.name} />
                      </span>
                      <span className="figures text-right text-sm whitespace-nowrap text-muted">
                        {system.isPaid ? formatAtMost(system.reserve, system, locale) : t('pairs.directions.only_given')}
                      </span>
                    </Link>
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

/** The directory: a search for exchanges, and every payment system with its reserve. */
export function DirectionsScreen(page: DirectionsPage) {
  const { t } = useTranslation();
  const systems: SystemsById = new Map(page.systems.map((system) => [system.id, system]));
  const pairs = <Pairs page={page} systems={systems} />;
  const hasQuery = queryOf(page.query, page.query.page) !== '';
  return (
    <div className="mx-auto max-w-[72rem] px-4 py-8 sm:px-6 md:py-12">
      <h1 className="mb-6 text-2xl font-semibold">{t('pairs.directions.title')}</h1>
      <Search {...page} />
      {hasQuery ? pairs : null}
      <SystemList page={page} systems={systems} />
      {hasQuery ? null : pairs}
    </div>
  );
}

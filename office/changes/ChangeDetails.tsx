import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ChangeAttributes, type ChangeItemDocument, officeListChangeItems } from '#contract/office/catalogue/changes.ts';
import { officeRateGrid } from '#contract/office/catalogue/rate-desk.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Problem } from '#office/components/Screen.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { keyText, memberText, type Monies, valueText } from './item-text.ts';

const LOOKS: Readonly<Record<ChangeAttributes['state'], string>> = {
  waiting: 'person',
  scheduled: 'time',
  applied: 'calm',
  rolled_back: 'calm',
  cancelled: 'calm',
  refused: 'loss',
};

/** State of a change with its time: applied, ended, or scheduled. */
export function ChangeState({ change }: { readonly change: ChangeAttributes }) {
  const { t, locale } = useTranslation();
  const at = change.state === 'scheduled' ? change.apply_at : (change.applied_at ?? change.ended_at);
  return (
    <span>
      <span className={`badge ${LOOKS[change.state]}`}>{t(`rates.state.${change.state}`)}</span>
      {at === null ? null : <span className="dim"> {clockTime(at, locale)}</span>}
    </span>
  );
}

/** Guards shown. */
const MAX_GUARDS = 8;

/** Guards that require a second person, each with the value that exceeds it. */
export function GuardLines({ guards }: Pick<ChangeAttributes, 'guards'>) {
  const { t, locale } = useTranslation();
  return guards
    .slice(0, MAX_GUARDS)
    .map(({ guard, value, position }) => (
      <li key={`${guard}-${position}`}>{t(`rates.guard.${guard}`, { value: formatDecimal(value, { locale }) })}</li>
    ));
}

/** Items shown. */
const MAX_ITEMS = 200;

function useMonies(): Monies {
  const api = useApi();
  const grid = useQuery({
    queryKey: [...keys.changes(), 'grid'],
    queryFn: ({ signal }) => api(officeRateGrid, { signal }),
    structuralSharing: false,
  });
  const systems = grid.data?.data.attributes.systems;
  return useMemo(() => new Map(systems?.map(({ code, scale, currency }) => [code, { scale, currency }]) ?? []), [systems]);
}

function Item({ item, monies }: { readonly item: ChangeItemDocument; readonly monies: Monies }) {
  const translation = useTranslation();
  const { t } = translation;
  const { before, after, key, entity } = item;
  const head = (
    <p>
      <span className="code">{keyText(key, monies)}</span> <span className="dim">{t(`rates.entity.${entity}`)}</span>
    </p>
  );
  if (before === null || after === null)
    return (
      <li>
        {head}
        <p>{t(before === null ? 'rates.made' : 'rates.removed')}</p>
      </li>
    );
  return (
    <li>
      {head}
      <ul>
        {Object.keys(after).map((member) => (
          <li key={member}>
            {memberText(member, t)}: <del>{valueText(item, member, { ...translation, value: before[member], monies })}</del> ›{' '}
            <ins>{valueText(item, member, { ...translation, value: after[member], monies })}</ins>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Items of a change: old and new value of each changed member. */
export function ItemList({ items }: { readonly items: readonly ChangeItemDocument[] }) {
  const monies = useMonies();
  return (
    <ul className="change-items">
      {items.map((item) => (
        <Item key={`${item.entity} ${item.key}`} item={item} monies={monies} />
      ))}
    </ul>
  );
}

/** The items of one change, read from the server. */
export function ChangeItems({ id, count }: { readonly id: string; readonly count: number }) {
  const api = useApi();
  const { t } = useTranslation();
  const items = useQuery({
    queryKey: [...keys.changes(), 'items', id],
    queryFn: ({ signal }) => api(officeListChangeItems, { params: { id }, signal }),
  });
  if (items.isError) return <Problem error={items.error} retry={() => void items.refetch()} />;
  const shown = items.data?.data.slice(0, MAX_ITEMS) ?? [];
  return (
    <>
      <ItemList items={shown.map(({ attributes }) => attributes)} />
      {count > shown.length && items.isSuccess ? <p className="dim">{t('rates.more', { count: count - shown.length })}</p> : null}
    </>
  );
}

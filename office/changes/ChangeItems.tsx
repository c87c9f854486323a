import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ChangeItemDocument, officeListChangeItems } from '#contract/office/catalogue/changes.ts';
import { officeRateGrid } from '#contract/office/catalogue/rate-desk.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Problem } from '#office/components/Screen.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { keyText, memberText, type Monies, valueText } from './item-text.ts';

/** As many are drawn at once. */
const PER = 200;

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

/** Things of a change, member by member, before and after. */
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

/** All that one change holds. */
export function ChangeItems({ id, count }: { readonly id: string; readonly count: number }) {
  const api = useApi();
  const { t } = useTranslation();
  const items = useQuery({
    queryKey: [...keys.changes(), 'items', id],
    queryFn: ({ signal }) => api(officeListChangeItems, { params: { id }, signal }),
  });
  if (items.isError) return <Problem error={items.error} retry={() => void items.refetch()} />;
  const shown = items.data?.data.slice(0, PER) ?? [];
  return (
    <>
      <ItemList items={shown.map(({ attributes }) => attributes)} />
      {count > shown.length && items.isSuccess ? <p className="dim">{t('rates.more', { count: count - shown.length })}</p> : null}
    </>
  );
}

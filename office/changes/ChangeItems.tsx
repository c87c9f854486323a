import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ChangeItemDocument, officeListChangeItems } from '#contract/office-changes.ts';
import { officeRateGrid } from '#contract/office-rate-desk.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';
import { keyWords, memberWords, type Scales, valueWords } from './item-words.ts';

/** As many are drawn at once. */
const PER = 200;

function useScales(): Scales {
  const api = useApi();
  const grid = useQuery({
    queryKey: [...keys.changes(), 'grid'],
    queryFn: ({ signal }) => api(officeRateGrid, { signal }),
    structuralSharing: false,
  });
  const systems = grid.data?.data.attributes.systems;
  return useMemo(() => new Map(systems?.map(({ code, scale }) => [code, scale]) ?? []), [systems]);
}

function Item({ item, scales }: { readonly item: ChangeItemDocument; readonly scales: Scales }) {
  const words = useWords();
  const { t } = words;
  const { before, after, key, entity } = item;
  const head = (
    <p>
      <span className="code">{keyWords(key, scales)}</span> <span className="dim">{t(`rates.entity.${entity}`)}</span>
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
            {memberWords(member, t)}: <del>{valueWords(item, member, { ...words, value: before[member], scales })}</del> ›{' '}
            <ins>{valueWords(item, member, { ...words, value: after[member], scales })}</ins>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** What one change holds: each thing, member by member, before and after. */
export function ChangeItems({ id, count }: { readonly id: string; readonly count: number }) {
  const api = useApi();
  const { t } = useWords();
  const scales = useScales();
  const items = useQuery({
    queryKey: [...keys.changes(), 'items', id],
    queryFn: ({ signal }) => api(officeListChangeItems, { params: { id }, signal }),
  });
  if (items.isError) return <Problem error={items.error} retry={() => void items.refetch()} />;
  const shown = items.data?.data.slice(0, PER) ?? [];
  return (
    <>
      <ul className="change-items">
        {shown.map(({ id: place, attributes }) => (
          <Item key={place} item={attributes} scales={scales} />
        ))}
      </ul>
      {count > shown.length && items.isSuccess ? <p className="dim">{t('rates.more', { count: count - shown.length })}</p> : null}
    </>
  );
}

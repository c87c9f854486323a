import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ApprovalAttributes } from '#contract/office/orders/approvals.ts';
import { officeGetChange } from '#contract/office/catalogue/changes.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { ItemList } from '#office/changes/ChangeItems.tsx';
import { GuardLines } from '#office/changes/GuardLines.tsx';
import { paths } from '#office/paths.ts';
import { Details } from '#office/components/FactList.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Items shown here; a larger change has its own page. */
const MAX_SHOWN = 5;

/** A proposed change of prices or catalogue: guards and items, before and after. Without the right to read prices: the proposal's own details. */
export function ProposedChange({ approval }: { readonly approval: ApprovalAttributes }) {
  const api = useApi();
  const { t } = useTranslation();
  const mayRead = useOperator().actions.includes('read_prices');
  const id = approval.subject;
  const query = useQuery({
    queryKey: [...keys.changes(), 'one', id],
    queryFn: ({ signal }) => api(officeGetChange, { params: { id }, signal }),
    enabled: mayRead,
  });
  const change = query.data?.data.attributes;
  if (change === undefined) return query.isFetching ? null : <Details detail={approval.payload} />;
  const { guards, items, item_count: count } = change;
  const shown = items.slice(0, MAX_SHOWN);
  return (
    <>
      {guards.length === 0 ? null : (
        <ul className="change-remarks">
          <GuardLines guards={guards} />
        </ul>
      )}
      <ItemList items={shown} />
      {count > shown.length ? <Link to={paths.change(id)}>{t('rates.more', { count: count - shown.length })}</Link> : null}
    </>
  );
}

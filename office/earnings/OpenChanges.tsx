import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { officeListChanges } from '#contract/office/catalogue/changes.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { ItemList } from '#office/changes/ChangeItems.tsx';
import { ChangeState } from '#office/changes/ChangeState.tsx';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Changes of the terms that wait for a second person or for their time, each with its old and new values. */
export function OpenChanges() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const open = useQuery({
    queryKey: [...keys.changes(), 'programme'],
    queryFn: ({ signal }) => api(officeListChanges, { query: { state: 'open', entity: 'earning_programme' }, signal }),
    refetchInterval: 15_000,
  });
  const changes = open.data?.data ?? [];
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="programme-open">
      <h2 id="programme-open">{t('office_earnings.programme.open')}</h2>
      <ul className="cards">
        {changes.map(({ id, attributes }) => (
          <li key={id} className="sheet">
            <p className="line">
              <Link to={paths.change(id)}>{clockTime(attributes.created_at, locale)}</Link>
              <span translate="no">{attributes.author}</span>
              <ChangeState change={attributes} />
            </p>
            <ItemList items={attributes.items} />
          </li>
        ))}
      </ul>
    </section>
  );
}

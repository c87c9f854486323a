import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { officeGetPartner } from '#contract/office/customers/partners.ts';
import { keys } from '#office/api/keys.ts';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { KeysPart } from './KeysPart.tsx';
import { OrdersPart } from './OrdersPart.tsx';
import { QuotasPart } from './QuotasPart.tsx';
import { SharePart } from './SharePart.tsx';
import { StandingPart } from './StandingPart.tsx';

/** One partner: state, share, quotas, keys, orders. */
export function PartnerPage() {
  const { id = '' } = useParams();
  const api = useApi();
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: [...keys.partners(), id],
    queryFn: async ({ signal }) => (await api(officeGetPartner, { params: { id }, query: {}, signal })).data.attributes,
    refetchInterval: 30_000,
  });
  const mayReadOrders = useOperator().actions.includes('read_orders');
  const title = query.data?.email ?? t('office_partners.title');
  return (
    <Screen title={title} heading={<span translate={query.data === undefined ? undefined : 'no'}>{title}</span>}>
      <Loaded query={query}>
        {(partner) => (
          <>
            {mayReadOrders ? (
              <p>
                <Link to={paths.queue(`view=all&partner=${encodeURIComponent(id)}`)}>{t('office_partners.all_orders')}</Link>
              </p>
            ) : null}
            <StandingPart id={id} partner={partner} />
            <SharePart id={id} partner={partner} />
            <QuotasPart id={id} partner={partner} />
            <KeysPart id={id} partner={partner} />
            <OrdersPart id={id} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { officeListApprovals } from '#contract/office/orders/approvals.ts';
import { type ApprovalKind, approvalTitle } from '#core/staff/approval.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

type Payload = Readonly<Record<string, unknown>>;

/** Which proposals a form makes. */
export interface Waits {
  readonly kind: ApprovalKind;
  /** Subject of the proposal; any unless given. */
  readonly subject?: string | undefined;
  /** Whether a waiting proposal is about the form's subject; every one unless given. */
  readonly isAbout?: (payload: Payload) => boolean;
}

/** Proposals of changes (prices, catalogue) that include one of these things. */
export const changesOf = (things: readonly string[]): Waits => ({
  kind: 'apply_change',
  isAbout: ({ things: named }) => Array.isArray(named) && named.some((thing) => things.includes(String(thing))),
});

/** Names proposals of this form that wait for a second person, so that they are not sent again. */
export function WaitingApprovals({ waits: { kind, subject, isAbout = () => true } }: { readonly waits: Waits }) {
  const api = useApi();
  const { t } = useTranslation();
  const mayRead = useOperator().actions.includes('read_approvals');
  const approvals = useQuery({
    queryKey: [...keys.approvals(), 'waiting', kind, subject],
    queryFn: ({ signal }) =>
      api(officeListApprovals, { query: { state: 'open', kind, ...(subject === undefined ? {} : { subject }) }, signal }),
    enabled: mayRead,
  });
  return (approvals.data?.data ?? [])
    .filter(({ attributes }) => isAbout(attributes.payload))
    .map(({ id, attributes }) => (
      <p key={id} className="note" role="status">
        {t('office.approvals.waits', { what: t(`office.approval.kind.${approvalTitle(kind, attributes.payload)}`) })}{' '}
        <Link to={paths.approvals()}>{t('office.payout.look')}</Link>
      </p>
    ));
}

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { officeListApprovals } from '#contract/office-approvals.ts';
import { type ApprovalKind, approvalTitle } from '#core/approval.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';

type Payload = Readonly<Record<string, unknown>>;

/** What a form sends to a second person. */
export interface Waits {
  readonly kind: ApprovalKind;
  /** What it is about; any unless told. */
  readonly subject?: string | undefined;
  /** Whether a waiting one is about what the form is about; every one unless told. */
  readonly isAbout?: (payload: Payload) => boolean;
}

/** Changes of prices and of the catalogue that name one of these things. */
export const changesOf = (things: readonly string[]): Waits => ({
  kind: 'apply_change',
  isAbout: ({ things: named }) => Array.isArray(named) && named.some((one) => things.includes(String(one))),
});

/** What was sent from a form and waits for a second person: it is not sent again. */
export function WaitingApprovals({ waits: { kind, subject, isAbout = () => true } }: { readonly waits: Waits }) {
  const api = useApi();
  const { t } = useWords();
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

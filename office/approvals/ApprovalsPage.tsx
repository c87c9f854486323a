import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officeListApprovals } from '#contract/office/orders/approvals.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Choice } from '#office/components/Choice.tsx';
import { isEmptied, Pages } from '#office/components/Pages.tsx';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { useRowsWhileEditing } from '#office/editing/Cards.tsx';
import { FIRST_PAGE, pageQuery } from '#office/format/paging.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ProposalTable, useOpenProposal } from './ProposalTable.tsx';
import './ApprovalsPage.css';

const STATES = ['open', 'decided'] as const;
type ListState = (typeof STATES)[number];

/** Proposals of one list, a page at a time; own ones apart, because their proposer never approves them. */
function useProposals(state: ListState, proposer?: 'me' | 'others') {
  const api = useApi();
  const [position, setPosition] = useState(FIRST_PAGE);
  const queryKey = [...keys.approvals(), state, proposer ?? 'all', position];
  const approvals = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const whose = proposer === undefined ? {} : { proposer };
      return api(officeListApprovals, { query: { state, ...whose, ...pageQuery(position) }, signal });
    },
    refetchInterval: 15_000,
  });
  return { list: useRowsWhileEditing(approvals, queryKey), position, setPosition };
}

interface ProposalsProps {
  readonly proposals: ReturnType<typeof useProposals>;
  readonly caption: string;
  /** Undefined: an empty list shows nothing. */
  readonly empty?: string;
  readonly open: ReturnType<typeof useOpenProposal>;
}

function Proposals({ proposals: { list, position, setPosition }, caption, empty, open }: ProposalsProps) {
  return (
    <Loaded query={list.query}>
      {(answer) => (
        <>
          {list.rows.length > 0 ? <ProposalTable caption={caption} list={list} openId={open.openId} onToggle={open.toggle} /> : null}
          {list.rows.length === 0 && empty !== undefined && !isEmptied(answer, position) ? <p className="empty">{empty}</p> : null}
          <Pages answer={answer} position={position} size="sm" onChange={setPosition} />
        </>
      )}
    </Loaded>
  );
}

type ListProps = Pick<ProposalsProps, 'open'>;

/** Proposals of colleagues and of the service, and below them one's own that wait for a colleague. */
function OpenProposals({ open }: ListProps) {
  const { t } = useTranslation();
  const others = useProposals('open', 'others');
  const own = useProposals('open', 'me');
  return (
    <>
      <Proposals proposals={others} caption={t('office.approvals.title')} empty={t('office.approvals.none')} open={open} />
      {own.list.rows.length === 0 && own.position.page === 1 && !own.list.query.isError ? null : (
        <section className="own-proposals" aria-labelledby="own-proposals">
          <h2 id="own-proposals">{t('office.approvals.own')}</h2>
          <Proposals proposals={own} caption={t('office.approvals.own')} open={open} />
        </section>
      )}
    </>
  );
}

function DecidedProposals({ open }: ListProps) {
  const { t } = useTranslation();
  const decided = useProposals('decided');
  return <Proposals proposals={decided} caption={t('office.approvals.list.decided')} empty={t('office.approvals.none')} open={open} />;
}

/** Proposals that wait for a second person: their effect, and the forms to approve or decline them. */
export function ApprovalsPage() {
  const { t } = useTranslation();
  const [state, setState] = useState<ListState>('open');
  const open = useOpenProposal();
  return (
    <Screen title={t('office.approvals.title')}>
      <Choice
        label={t('office.approvals.which')}
        values={STATES}
        value={state}
        labelOf={(value) => t(`office.approvals.list.${value}`)}
        onChoose={setState}
      />
      <div ref={open.part}>{state === 'open' ? <OpenProposals open={open} /> : <DecidedProposals open={open} />}</div>
    </Screen>
  );
}

import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { type ApprovalAttributes, officeListApprovals } from '#contract/office-approvals.ts';
import { approvalTitle, subjectTypeOf } from '#core/approval.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { FRONT, spotQuery } from '#office/format/spot.ts';
import { Cards } from '#office/in-hand/Cards.tsx';
import { useInHand } from '#office/in-hand/use-in-hand.ts';
import { paths } from '#office/paths.ts';
import { Choice } from '#office/pieces/Choice.tsx';
import { Details } from '#office/pieces/Details.tsx';
import { Pages } from '#office/pieces/Pages.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { Left, useNow } from '#office/pieces/Age.tsx';
import { useWords } from '#office/words/Words.tsx';
import { Decision } from './Decision.tsx';
import { LimitsDiff } from './LimitsDiff.tsx';
import { ProposedChange } from './ProposedChange.tsx';
import { RevealRequisites } from './RevealRequisites.tsx';

/** Proposals that carry requisites: whoever may approve one may see them whole. */
const DESTINATIONS: ReadonlySet<string> = new Set(['set_refund_destination', 'correct_destination']);

const STATES = ['open', 'decided'] as const;

function Head({ approval }: { readonly approval: ApprovalAttributes }) {
  const { t, locale } = useWords();
  const subject: string = subjectTypeOf(approval.kind, approval.payload);
  return (
    <p className="line">
      <strong>{t(`office.approval.kind.${approvalTitle(approval.kind, approval.payload)}`)}</strong>
      {subject === 'order' ? (
        <Link to={paths.order(approval.subject)}>{approval.subject}</Link>
      ) : subject === 'withdrawal' ? (
        <Link to={paths.withdrawal(approval.subject)}>{approval.subject}</Link>
      ) : subject === 'change' ? (
        <Link to={paths.change(approval.subject)}>{t('office.approvals.change')}</Link>
      ) : (
        <span className="code">{subject === 'limits' ? '' : approval.subject}</span>
      )}
      <span className={`badge ${approval.state === 'open' ? 'person' : 'calm'}`}>{t(`office.approvals.state.${approval.state}`)}</span>
      <span className="dim">
        {approval.proposed_by ?? t(approval.payload['given_by'] === 'customer' ? 'office.actor.customer' : 'office.approvals.by_itself')} ·{' '}
        {clockTime(approval.proposed_at, locale)}
        {approval.state === 'open' ? ` · ${t('office.approvals.until', { at: clockTime(approval.expires_at, locale) })}` : ''}
      </span>
    </p>
  );
}

/** By when its customer was promised what it is about. */
function Promised({ at }: { readonly at: string }) {
  const { t, locale } = useWords();
  const isOver = Date.parse(at) <= useNow();
  return (
    <p className="line">
      {t('office.approvals.promised', { at: clockTime(at, locale) })}
      {isOver ? <span className="badge loss">{t('office.approvals.overdue')}</span> : <Left until={at} serverOffsetMs={0} />}
    </p>
  );
}

/** All that would be done. */
function Proposed({ approval }: { readonly approval: ApprovalAttributes }) {
  if (approval.kind === 'change_caps') return <LimitsDiff payload={approval.payload} />;
  return approval.kind === 'apply_change' ? <ProposedChange approval={approval} /> : <Details detail={approval.payload} />;
}

function Outcome({ approval }: { readonly approval: ApprovalAttributes }) {
  const { t, locale } = useWords();
  if (approval.decided_at === null) return null;
  return (
    <p className="dim">
      {approval.decided_by ??
        t(approval.state === 'approved' ? 'office.approvals.took_effect' : `office.approvals.state.${approval.state}`)}{' '}
      · {clockTime(approval.decided_at, locale)}
      {approval.decision_note === null ? '' : ` · ${approval.decision_note}`}
    </p>
  );
}

function TakesEffect({ at }: { readonly at: string }) {
  const { t, locale } = useWords();
  return (
    <p className="time">
      {t('office.approvals.takes_effect', { at: clockTime(at, locale) })} <Left until={at} serverOffsetMs={0} />
    </p>
  );
}

/** What it still needs: people, or time where nobody else could decide. */
function Standing({ approval }: { readonly approval: ApprovalAttributes }) {
  const { t } = useWords();
  const { needs, voices, takes_effect_at: takesEffectAt } = approval;
  if (approval.state !== 'open') return null;
  return (
    <>
      {needs > 1 ? (
        <p>
          {voices.length === 0
            ? t('office.approvals.two_people')
            : t('office.approvals.voices', { who: voices.join(', '), count: needs - voices.length })}
        </p>
      ) : null}
      {takesEffectAt === null ? null : <TakesEffect at={takesEffectAt} />}
    </>
  );
}

/** What waits for a second person: all that would be done, and yes or no. */
export function ApprovalsPage() {
  const api = useApi();
  const { t } = useWords();
  const [state, setState] = useState<(typeof STATES)[number]>('open');
  const [spot, setSpot] = useState(FRONT);
  const choose = (one: typeof state) => {
    setState(one);
    setSpot(FRONT);
  };
  const queryKey = [...keys.approvals(), state, spot];
  const approvals = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListApprovals, { query: { state, ...spotQuery(spot) }, signal }),
    refetchInterval: 15_000,
  });
  const inHand = useInHand(approvals, queryKey);
  useEffect(() => {
    document.title = t('office.approvals.title');
  }, [t]);
  return (
    <>
      <h1>{t('office.approvals.title')}</h1>
      <Choice
        label={t('office.approvals.which')}
        values={STATES}
        value={state}
        words={(one) => t(`office.approvals.list.${one}`)}
        onChoose={choose}
      />
      {approvals.isError ? <Problem error={approvals.error} retry={() => void approvals.refetch()} /> : null}
      {approvals.isPending ? <Loader className="loading" aria-label={t('office.loading')} /> : null}
      {inHand.asked.data?.data.length === 0 ? <p className="empty">{t('office.approvals.none')}</p> : null}
      <Cards inHand={inHand}>
        {({ id, attributes: approval }) => (
          <>
            <Head approval={approval} />
            {approval.promised_at === null ? null : <Promised at={approval.promised_at} />}
            {approval.note === '' ? null : (
              <p className="note" translate="no">
                {approval.note}
              </p>
            )}
            <Proposed approval={approval} />
            {DESTINATIONS.has(approval.kind) && approval.may_approve ? <RevealRequisites id={id} /> : null}
            <Standing approval={approval} />
            <Outcome approval={approval} />
            <Decision id={id} approval={approval} />
          </>
        )}
      </Cards>
      {approvals.data ? <Pages answer={approvals.data} spot={spot} size="sm" onChange={setSpot} /> : null}
    </>
  );
}

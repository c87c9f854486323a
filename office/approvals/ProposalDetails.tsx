import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { officeGetChange } from '#contract/office/catalogue/changes.ts';
import { type ApprovalAttributes, officeRevealApproval } from '#contract/office/orders/approvals.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { GuardLines, ItemList } from '#office/changes/ChangeDetails.tsx';
import { Left } from '#office/components/Age.tsx';
import { Copy } from '#office/components/Copy.tsx';
import { Details, FactList, useDetailName } from '#office/components/FactList.tsx';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';
import { Decision } from './Decision.tsx';
import { limitsDiff } from './limits-diff.ts';
import { orderOf, ProposedOrder } from './ProposedOrder.tsx';

/** Items shown here; a larger change has its own page. */
const MAX_SHOWN = 5;

/** A proposed change of prices or catalogue: guards and items, before and after. Without the right to read prices: the proposal's own details. */
function ProposedChange({ approval }: { readonly approval: ApprovalAttributes }) {
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

/** The whole requisites of a proposal, for operators who may approve it; each reveal is recorded in the order's history. */
function RevealRequisites({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const nameOf = useDetailName();
  const reveal = useCommand(officeRevealApproval, { isKeyed: false });
  const requisites = reveal.result?.data.attributes.requisites;
  if (requisites !== undefined)
    return <FactList facts={Object.entries(requisites).map(([key, value]) => ({ name: nameOf(key), value: <Copy value={value} /> }))} />;
  return (
    <>
      <CommandProblem error={reveal.error} />
      <Button size="compact-sm" variant="default" loading={reveal.isPending} onClick={() => reveal.run({ params: { id } })}>
        {t('office.payout.reveal')}
      </Button>
    </>
  );
}

const LIMITS: Readonly<Record<string, string>> = { firstUsd: 'limits.first', secondUsd: 'limits.second', treasuryUsd: 'limits.treasury' };

/** What a proposal about limits would change, figure by figure. */
function LimitsDiff({ payload }: { readonly payload: Readonly<Record<string, unknown>> }) {
  const { t, locale } = useTranslation();
  const nameOf = (path: readonly string[]): string => {
    const key = path.at(-1) ?? '';
    const label = t(LIMITS[key] ?? `limits.cap.${key}`);
    return path.length === 3 ? `${path[1]} · ${label}` : label;
  };
  const figure = (value: number | null) => (value === null ? t('limits.no_cap') : formatDecimal(String(value), { locale }));
  const facts = limitsDiff(payload).map(({ path, before, after }) => ({
    name: nameOf(path),
    value: `${figure(before)} → ${figure(after)}`,
  }));
  return <FactList facts={facts} />;
}

/** Proposals with requisites: an operator who may approve one may see them whole. */
const DESTINATIONS: ReadonlySet<string> = new Set(['set_refund_destination', 'correct_destination']);

/** The time that was promised to the customer. */
function Promised({ at }: { readonly at: string }) {
  const { t, locale } = useTranslation();
  return <p>{t('office.approvals.promised', { at: clockTime(at, locale) })}</p>;
}

/** What the proposal would do. */
function Proposed({ approval }: { readonly approval: ApprovalAttributes }) {
  if (approval.kind === 'change_caps') return <LimitsDiff payload={approval.payload} />;
  return approval.kind === 'apply_change' ? <ProposedChange approval={approval} /> : <Details detail={approval.payload} />;
}

function Outcome({ approval }: { readonly approval: ApprovalAttributes }) {
  const { t, locale } = useTranslation();
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
  const { t, locale } = useTranslation();
  return (
    <p className="time">
      {t('office.approvals.takes_effect', { at: clockTime(at, locale) })} <Left until={at} serverOffsetMs={0} />
    </p>
  );
}

/** What the proposal still needs: approvals, or time where no one else may decide. */
function Standing({ approval }: { readonly approval: ApprovalAttributes }) {
  const { t } = useTranslation();
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

/** Who proposed it, when, and until when it waits. */
function Proposer({ approval }: { readonly approval: ApprovalAttributes }) {
  const { t, locale } = useTranslation();
  return (
    <p className="dim">
      {approval.proposed_by ?? t(approval.payload['given_by'] === 'customer' ? 'office.actor.customer' : 'office.approvals.by_itself')} ·{' '}
      {clockTime(approval.proposed_at, locale)}
      {approval.state === 'open' ? ` · ${t('office.approvals.until', { at: clockTime(approval.expires_at, locale) })}` : ''}
    </p>
  );
}

interface ProposalProps {
  readonly id: string;
  readonly approval: ApprovalAttributes;
}

/** Everything a second person needs to decide on a proposal, and the form to decide. */
export function ProposalDetails({ id, approval }: ProposalProps) {
  const mayReadOrders = useOperator().actions.includes('read_orders');
  const order = orderOf(approval);
  return (
    <div className="stack">
      <Proposer approval={approval} />
      {approval.promised_at === null ? null : <Promised at={approval.promised_at} />}
      {order !== undefined && mayReadOrders ? <ProposedOrder id={order} /> : null}
      <Proposed approval={approval} />
      {DESTINATIONS.has(approval.kind) && approval.may_approve ? <RevealRequisites id={id} /> : null}
      <Standing approval={approval} />
      <Outcome approval={approval} />
      <Decision id={id} approval={approval} />
    </div>
  );
}

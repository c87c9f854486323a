import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Resource } from '#contract/document.ts';
import type { ApprovalAttributes } from '#contract/office/orders/approvals.ts';
import { orderNumber } from '#core/order/number.ts';
import { approvalTitle, subjectTypeOf } from '#core/staff/approval.ts';
import { useOperator } from '#office/api/operator.ts';
import { Left, useNow } from '#office/components/Age.tsx';
import { detailFacts } from '#office/components/detail-facts.ts';
import { Figures } from '#office/components/Figures.tsx';
import { type RowsWhileEditing, useKeptRow } from '#office/editing/Cards.tsx';
import { EditingScope } from '#office/editing/Editing.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { OutcomeCounts } from '#office/order/CustomerPanel.tsx';
import { Destination, Difference, Flags } from '#office/order/DecisionStrip.tsx';
import { useCustomer, useOrder } from '#office/order/use-order.ts';
import { paths } from '#office/paths.ts';
import { ProposalDetails } from './ProposalDetails.tsx';
import { orderOf } from './ProposedOrder.tsx';

type Proposal = Resource<ApprovalAttributes>;

/** What is proposed about what. */
function Title({ approval }: { readonly approval: ApprovalAttributes }) {
  const { t } = useTranslation();
  const { kind, payload, subject, state } = approval;
  const type = subjectTypeOf(kind, payload);
  const target = {
    order: { to: paths.order(subject), text: orderNumber(subject) },
    withdrawal: { to: paths.withdrawal(subject), text: orderNumber(subject) },
    change: { to: paths.change(subject), text: t('office.approvals.change') },
  };
  return (
    <span className="proposal-title">
      <strong>{t(`office.approval.kind.${approvalTitle(kind, payload)}`)}</strong>
      {type === 'order' || type === 'withdrawal' || type === 'change' ? (
        <Link className="figures" to={target[type].to}>
          {target[type].text}
        </Link>
      ) : type === 'limits' ? null : (
        <span className="code">{subject}</span>
      )}
      {state === 'open' ? null : <span className="badge calm">{t(`office.approvals.state.${state}`)}</span>}
    </span>
  );
}

/** Time left of the promise to the customer, else of the proposal. */
function TimeLeft({ approval: { state, promised_at: promisedAt, expires_at: expiresAt } }: { readonly approval: ApprovalAttributes }) {
  const { t } = useTranslation();
  const now = useNow();
  if (state !== 'open') return null;
  if (promisedAt !== null && Date.parse(promisedAt) <= now) return <span className="badge loss">{t('office.approvals.overdue')}</span>;
  return <Left until={promisedAt ?? expiresAt} serverOffsetMs={0} />;
}

/** The proposer's reason, or why the service asks. */
function Reason({ approval: { note, payload } }: { readonly approval: ApprovalAttributes }) {
  const facts = detailFacts({ why: payload['why'] }, useTranslation());
  return note === '' ? facts.map(({ value }) => value).join('; ') : <span translate="no">{note}</span>;
}

const COLUMNS = ['proposal', 'give', 'get', 'customer', 'reason', 'left', 'act'] as const;
type Column = (typeof COLUMNS)[number];

/** Both sides of the order and its customer; nothing for proposals about anything else. */
function useOrderCells(approval: ApprovalAttributes): Partial<Readonly<Record<Column, ReactNode>>> {
  const mayRead = useOperator().actions.includes('read_orders');
  const id = mayRead ? orderOf(approval) : undefined;
  const order = useOrder(id).data?.order;
  const customer = useCustomer(id).data;
  if (order === undefined) return {};
  return {
    give: (
      <>
        <Figures amount={order.income_amount} currency={order.income.currency_iso_code} /> · {order.income.name}
        <span className="below">
          <Difference order={order} />
        </span>
      </>
    ),
    get: <Destination order={order} />,
    customer: (
      <>
        <span translate="no">{order.email}</span>
        {customer === undefined ? null : (
          <>
            <span className="below dim">
              <OutcomeCounts customer={customer} />
            </span>
            <Flags customer={customer} />
          </>
        )}
      </>
    ),
  };
}

interface RowProps {
  readonly row: Proposal;
  readonly index: number;
  readonly list: RowsWhileEditing<Proposal>;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

const actionOf = ({ state, may_approve: mayApprove, is_mine: isMine }: ApprovalAttributes) =>
  state === 'open' && mayApprove ? 'decide' : state === 'open' && isMine ? 'take_back_row' : 'look';

/** A proposal as a row; opened, its details and the decision below. It stays open while its form is edited. */
function ProposalRow({ row, index, list, isOpen, onToggle }: RowProps) {
  const { t } = useTranslation();
  const { isEditing, scope } = useKeptRow({ row, index, list });
  const { id, attributes: approval } = row;
  const cells: Partial<Readonly<Record<Column, ReactNode>>> = {
    ...useOrderCells(approval),
    reason: <Reason approval={approval} />,
    left: <TimeLeft approval={approval} />,
  };
  const isShown = isOpen || isEditing;
  return (
    <tbody tabIndex={-1} data-proposal={id} data-open={isShown || undefined}>
      <tr>
        <th scope="row">
          <Title approval={approval} />
        </th>
        {COLUMNS.slice(1, -1).map((column) => (
          <td key={column} className={`cell-${column}`} data-label={t(`office.approvals.column.${column}`)}>
            <div>{cells[column]}</div>
          </td>
        ))}
        <td data-label="">
          <Button size="compact-sm" variant="default" aria-expanded={isShown} onClick={onToggle}>
            {t(`office.approvals.${actionOf(approval)}`)}
          </Button>
        </td>
      </tr>
      {isShown ? (
        <tr className="proposal-details">
          <td colSpan={COLUMNS.length}>
            <EditingScope {...scope}>
              <ProposalDetails id={id} approval={approval} />
            </EditingScope>
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

const KEY_NAMES = { proposals: 'j k', approve: 'a', decline: 'd' };

/** The opened proposal, and the keys to move between proposals and to the buttons that decide. Nothing is decided by one key. */
export function useOpenProposal() {
  const [openId, setOpenId] = useState<string | null>(null);
  const part = useRef<HTMLDivElement>(null);
  const step = (by: 1 | -1) => {
    const rows = [...(part.current?.querySelectorAll<HTMLElement>('[data-proposal]') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement) || row.dataset['proposal'] === openId);
    const next = at < 0 ? rows[0] : rows[Math.min(Math.max(0, at + by), rows.length - 1)];
    if (next === undefined) return;
    setOpenId(next.dataset['proposal'] ?? null);
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
  };
  const focusButton = (answer: 'approve' | 'decline') =>
    part.current?.querySelector<HTMLElement>(`[data-proposal="${openId ?? ''}"] [data-answer="${answer}"]`)?.focus();
  useKeys({ j: () => step(1), k: () => step(-1), a: () => focusButton('approve'), d: () => focusButton('decline') }, 'page', KEY_NAMES);
  const toggle = (id: string) => setOpenId(openId === id ? null : id);
  return { part, openId, toggle };
}

interface ProposalTableProps {
  readonly caption: string;
  readonly list: RowsWhileEditing<Proposal>;
  readonly openId: string | null;
  readonly onToggle: (id: string) => void;
}

/** Proposals as rows: both sides of the order, its customer with their history, the reason, the time left. */
export function ProposalTable({ caption, list, openId, onToggle }: ProposalTableProps) {
  const { t } = useTranslation();
  return (
    <table className="list proposals">
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className={`cell-${column}`}>
              {column === 'act' ? (
                <span className="unseen">{t('office.approvals.column.act')}</span>
              ) : (
                t(`office.approvals.column.${column}`)
              )}
            </th>
          ))}
        </tr>
      </thead>
      {list.rows.map((row, index) => (
        <ProposalRow key={row.id} {...{ row, index, list }} isOpen={openId === row.id} onToggle={() => onToggle(row.id)} />
      ))}
    </table>
  );
}

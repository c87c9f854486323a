import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { InputOf } from '#contract/call.ts';
import type { Resource } from '#contract/document.ts';
import {
  type BankLineAttributes,
  officeEndBankLine,
  officeMatchBankLine,
  type SuggestionAttributes,
} from '#contract/office/money/bank-lines.ts';
import type { LineEnd } from '#core/statements/line-state.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { OutdatedNotice } from '#office/editing/OutdatedNotice.tsx';
import { useEditing } from '#office/editing/editing.ts';
import { paths } from '#office/paths.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { Figures } from '#office/components/Figures.tsx';
import { Problem } from '#office/components/Problem.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { effectOf } from './effect-of.ts';
import { SameNumber } from './SameNumber.tsx';

interface Props {
  readonly line: Resource<BankLineAttributes>;
}

function useMatching(id: string) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (match: InputOf<typeof officeMatchBankLine>['body']) =>
      await api(officeMatchBankLine, { params: { id }, body: match }),
    onSuccess: ({ meta }, { order_id: order }) =>
      notifications.show({
        message: t(`office_by_hand.lines.done.${meta['is_recorded'] === true ? 'recorded' : 'explained'}`, {
          order,
          status: t(`office.status.${String(meta['order_status'])}`),
        }),
      }),
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.bankLines() }),
  });
}

interface AskProps {
  readonly line: Resource<BankLineAttributes>;
  readonly order: string;
  /** The line is only similar: why it is this order's is said. */
  readonly isReasonNeeded: boolean;
  readonly command: { readonly isPending: boolean; readonly error: unknown };
  readonly onYes: (reason: string) => void;
  readonly onNo: () => void;
}

/** Asked before a line that does not certainly belong to an order is recorded for it: that cannot be taken back by a press. */
function AskFirst({ line: { attributes }, order, isReasonNeeded, command, onYes, onNo }: AskProps) {
  const { t, locale } = useTranslation();
  const [reason, setReason] = useState('');
  const amount = money(attributes.amount, attributes.currency_iso_code, locale);
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
  return (
    <CheckedForm
      className="by-hand-form"
      role="group"
      aria-label={t('office_by_hand.lines.ask', { amount, order })}
      command={command}
      onSubmit={() => onYes(reason.trim())}
    >
      <span className="figures">{t('office_by_hand.lines.ask', { amount, order })}</span>
      <TextInput
        label={t(`office_by_hand.lines.${attributes.same_number.length > 0 ? 'ask_reason_number' : 'ask_reason'}`)}
        required={isReasonNeeded}
        autoComplete="off"
        maxLength={2000}
        value={reason}
        field="reason"
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="row">
        <Button type="submit" size="compact-sm" loading={command.isPending}>
          {t('office_by_hand.lines.ask_yes')}
        </Button>
        <Button size="compact-sm" variant="default" ref={no} onClick={onNo}>
          {t('office_by_hand.lines.ask_no')}
        </Button>
      </div>
    </CheckedForm>
  );
}

const tells = ({ kind }: SuggestionAttributes): boolean => kind === 'recorded' || kind === 'twin';

/** One order that a line may be the money of: with its difference, and what pressing it does. */
function Suggestion({ line, suggestion }: Props & { readonly suggestion: SuggestionAttributes }) {
  const { t, locale } = useTranslation();
  const { id, attributes } = line;
  const match = useMatching(id);
  const [isAsking, setAsking] = useState(false);
  const { kind, order_id: order, difference, near_because: because } = suggestion;
  const record = (reason?: string) => match.mutate({ order_id: order, is_same: false, kind, ...(reason ? { reason } : {}) });
  const signed = `${difference.startsWith('-') ? '' : '+'}${money(difference, attributes.currency_iso_code, locale)}`;
  return (
    <li className="line">
      <span className={`badge ${kind === 'exact' || kind === 'recorded' ? 'calm' : 'time'}`}>{t(`office_by_hand.lines.kind.${kind}`)}</span>
      <Link to={paths.order(order)}>{order}</Link>
      {because === null ? null : <span>{t(`office_by_hand.lines.near_because.${because}`)}</span>}
      {kind === 'near' && difference !== '0' ? (
        <span className="figures">{t('office_by_hand.lines.difference', { amount: signed })}</span>
      ) : null}
      <span className="dim">{t(`office_by_hand.lines.effect.${effectOf(suggestion, kind === 'recorded')}`)}</span>
      {tells(suggestion) ? (
        <Button size="compact-sm" loading={match.isPending} onClick={() => match.mutate({ order_id: order, is_same: true, kind })}>
          {t('office_by_hand.lines.same')}
        </Button>
      ) : null}
      {isAsking && kind !== 'recorded' ? (
        <AskFirst
          line={line}
          order={order}
          isReasonNeeded={kind === 'near' || attributes.same_number.length > 0}
          command={match}
          onYes={record}
          onNo={() => setAsking(false)}
        />
      ) : null}
      {kind === 'recorded' || isAsking ? null : (
        <Button
          size="compact-sm"
          variant={kind === 'exact' ? 'filled' : 'default'}
          loading={match.isPending}
          onClick={() => (kind === 'exact' ? record() : setAsking(true))}
        >
          {t(kind === 'twin' ? 'office_by_hand.lines.another' : 'office_by_hand.lines.match')}
        </Button>
      )}
      {match.isError ? <Problem error={match.error} /> : null}
    </li>
  );
}

/** An order that was not suggested, by its number. */
function ByNumber({ line }: Props) {
  const { t } = useTranslation();
  const [order, setOrder] = useState('');
  const [isAsking, setAsking] = useState(false);
  const match = useMatching(line.id);
  const isGone = useEditing(order !== '');
  const record = (reason: string) =>
    match.mutate(
      { order_id: order.trim(), is_same: false, ...(reason === '' ? {} : { reason }) },
      {
        onSuccess: () => setOrder(''),
        onSettled: (_, error) => setAsking(fieldProblem(error, 'reason') !== undefined),
      },
    );
  if (isAsking)
    return (
      <AskFirst
        line={line}
        order={order.trim()}
        isReasonNeeded={line.attributes.same_number.length > 0 || fieldProblem(match.error, 'reason') !== undefined}
        command={match}
        onYes={record}
        onNo={() => setAsking(false)}
      />
    );
  return (
    <CheckedForm className="row" onSubmit={() => setAsking(true)}>
      <TextInput
        size="xs"
        aria-label={t('office_by_hand.lines.order')}
        placeholder={t('office_by_hand.lines.order')}
        required
        value={order}
        onChange={(event) => setOrder(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-sm" variant="default" loading={match.isPending}>
        {t('office_by_hand.lines.match')}
      </Button>
      <OutdatedNotice when={isGone && !match.isPending} />
      {match.isError ? <Problem error={match.error} /> : null}
    </CheckedForm>
  );
}

function EndForm({
  line: { id },
  outcome,
  onClose,
}: Props & { readonly outcome: LineEnd; readonly onClose: (said: string | null) => void }) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation();
  const [reference, setReference] = useState('');
  const end = useMutation({
    mutationFn: async (note: string) => (await api(officeEndBankLine, { params: { id }, body: { outcome, reference, note } })).meta,
    onSuccess: (meta) => onClose(meta['approval_id'] == null ? null : t('office_by_hand.lines.proposed')),
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.bankLines() }),
  });
  return (
    <ActionForm
      what={t(`office_by_hand.lines.end_hint.${outcome}`)}
      submit={t(`office_by_hand.lines.end.${outcome}`)}
      note={{ label: t('office_by_hand.reason'), isRequired: true }}
      isDestructive
      command={end}
      onSubmit={(note) => end.mutate(note)}
      onCancel={() => onClose(null)}
      waits={{ kind: 'end_unmatched', subject: id }}
    >
      {outcome === 'returned' ? (
        <TextInput
          label={t('office_by_hand.lines.back_reference')}
          required
          autoComplete="off"
          value={reference}
          field="reference"
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      ) : null}
    </ActionForm>
  );
}

const ENDS: readonly LineEnd[] = ['returned', 'kept', 'mistaken'];

function Waiting({ line }: Props) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<LineEnd | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  if (outcome !== null)
    return (
      <EndForm
        line={line}
        outcome={outcome}
        onClose={(words) => {
          setOutcome(null);
          setSaid(words);
        }}
      />
    );
  return (
    <>
      <ul className="by-hand-read">
        {line.attributes.suggestions.map((suggestion) => (
          <Suggestion key={suggestion.order_id} line={line} suggestion={suggestion} />
        ))}
      </ul>
      {said === null ? null : (
        <p className="note" role="status">
          {said}
        </p>
      )}
      <div className="row">
        <ByNumber line={line} />
        {ENDS.map((one) => (
          <Button key={one} size="compact-sm" variant="subtle" onClick={() => setOutcome(one)}>
            {t(`office_by_hand.lines.end.${one}`)}
          </Button>
        ))}
      </div>
    </>
  );
}

/** One line of a bank: what came, from whom, and whose money it is. */
export function LineCard({ line }: Props) {
  const { t, locale } = useTranslation();
  const { attributes: one } = line;
  const mayRecord = useOperator().actions.includes('record_statements');
  return (
    <>
      <p className="line">
        <strong>
          <Figures amount={one.amount} currency={one.currency_iso_code} />
        </strong>
        <span>{one.payment_system_id}</span>
        <span className="dim">{one.is_day_only ? clockTime(one.at, locale).slice(0, 5) : clockTime(one.at, locale)}</span>
        {one.last_digits === null ? null : <span className="code">*{one.last_digits}</span>}
        {one.sender === null ? null : <span>{one.sender}</span>}
        {one.reference === null ? null : <span className="code">{one.reference}</span>}
        <span className="badge">{t(`office_by_hand.lines.source.${one.source}`)}</span>
      </p>
      <p className="note">{one.text}</p>
      <SameNumber line={one} />
      {one.state === 'unmatched' && mayRecord ? <Waiting line={line} /> : null}
      {one.state === 'unmatched' ? null : (
        <p className="line dim">
          {t(`office_by_hand.lines.ended.${one.state}`, {
            who: one.ended_by ?? '',
            at: one.ended_at === null ? '' : clockTime(one.ended_at, locale),
          })}
          {one.order_id === null ? null : <Link to={paths.order(one.order_id)}>{one.order_id}</Link>}
          {one.end_reference === null ? null : <span className="code">{one.end_reference}</span>}
          {one.note === null ? null : <span>{one.note}</span>}
        </p>
      )}
    </>
  );
}

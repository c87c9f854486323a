import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Resource } from '#contract/document.ts';
import { type BankLineAttributes, officeEndBankLine, officeMatchBankLine, type SuggestionAttributes } from '#contract/office-bank-lines.ts';
import type { LineEnd } from '#core/statements/line-state.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { Gone } from '#office/in-hand/Gone.tsx';
import { useHold } from '#office/in-hand/hand.ts';
import { paths } from '#office/paths.ts';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { Figures } from '#office/pieces/Figures.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';

interface Props {
  readonly line: Resource<BankLineAttributes>;
}

function useMatching(id: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (match: { readonly order_id: string; readonly is_same: boolean }) =>
      await api(officeMatchBankLine, { params: { id }, body: match }),
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.bankLines() }),
  });
}

const tells = ({ kind }: SuggestionAttributes): boolean => kind === 'recorded' || kind === 'twin';

/** One order that a line may be the money of: with its difference, and what pressing it does. */
function Suggestion({ line: { id, attributes }, suggestion }: Props & { readonly suggestion: SuggestionAttributes }) {
  const { t, locale } = useWords();
  const match = useMatching(id);
  const { kind, order_id: order, difference } = suggestion;
  const signed = `${difference.startsWith('-') ? '' : '+'}${money(difference, attributes.currency_iso_code, locale)}`;
  return (
    <li className="line">
      <span className={`badge ${kind === 'exact' || kind === 'recorded' ? 'calm' : 'time'}`}>{t(`office_by_hand.lines.kind.${kind}`)}</span>
      <Link to={paths.order(order)}>{order}</Link>
      {kind === 'near' && difference !== '0' ? (
        <span className="figures">{t('office_by_hand.lines.difference', { amount: signed })}</span>
      ) : null}
      {tells(suggestion) ? (
        <Button size="compact-sm" loading={match.isPending} onClick={() => match.mutate({ order_id: order, is_same: true })}>
          {t('office_by_hand.lines.same')}
        </Button>
      ) : null}
      {kind === 'recorded' ? null : (
        <Button
          size="compact-sm"
          variant={kind === 'exact' ? 'filled' : 'default'}
          loading={match.isPending}
          onClick={() => match.mutate({ order_id: order, is_same: false })}
        >
          {t(kind === 'twin' ? 'office_by_hand.lines.another' : 'office_by_hand.lines.match')}
        </Button>
      )}
      {match.isError ? <Problem error={match.error} /> : null}
    </li>
  );
}

/** An order that was not suggested, by its number. */
function ByNumber({ line: { id } }: Props) {
  const { t } = useWords();
  const [order, setOrder] = useState('');
  const match = useMatching(id);
  const isGone = useHold(order !== '');
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        match.mutate({ order_id: order.trim(), is_same: false }, { onSuccess: () => setOrder('') });
      }}
    >
      <TextInput
        size="xs"
        aria-label={t('office_by_hand.lines.order')}
        placeholder={t('office_by_hand.lines.order')}
        value={order}
        onChange={(event) => setOrder(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-sm" variant="default" loading={match.isPending} disabled={order.trim() === ''}>
        {t('office_by_hand.lines.match')}
      </Button>
      <Gone when={isGone && !match.isPending} />
      {match.isError ? <Problem error={match.error} /> : null}
    </form>
  );
}

function EndForm({
  line: { id },
  outcome,
  onClose,
}: Props & { readonly outcome: LineEnd; readonly onClose: (said: string | null) => void }) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const [reference, setReference] = useState('');
  const end = useMutation({
    mutationFn: async (note: string) => (await api(officeEndBankLine, { params: { id }, body: { outcome, reference, note } })).meta,
    onSuccess: (meta) => onClose(meta['approval_id'] == null ? null : t('office_by_hand.lines.proposed')),
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.bankLines() }),
  });
  return (
    <DeedForm
      what={t(`office_by_hand.lines.end_hint.${outcome}`)}
      submit={t(`office_by_hand.lines.end.${outcome}`)}
      note={{ label: t('office_by_hand.reason'), isRequired: true }}
      isReady={outcome !== 'returned' || reference.trim() !== ''}
      isGrave
      isBusy={end.isPending}
      error={end.error}
      fields={['reference']}
      onSubmit={(note) => end.mutate(note)}
      onCancel={() => onClose(null)}
    >
      {outcome === 'returned' ? (
        <TextInput
          label={t('office_by_hand.lines.back_reference')}
          required
          autoComplete="off"
          value={reference}
          error={fieldProblem(end.error, 'reference')}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      ) : null}
    </DeedForm>
  );
}

const ENDS: readonly LineEnd[] = ['returned', 'kept', 'mistaken'];

function Waiting({ line }: Props) {
  const { t } = useWords();
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
          <Suggestion key={`${suggestion.order_id} ${suggestion.kind}`} line={line} suggestion={suggestion} />
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
  const { t, locale } = useWords();
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

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Resource } from '#contract/document.ts';
import { type BankLineAttributes, officeEndBankLine } from '#contract/office/money/bank-lines.ts';
import { orderNumber } from '#core/order/number.ts';
import type { LineEnd } from '#core/statements/entry.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useCommand } from '#office/api/use-command.ts';
import { Figures } from '#office/components/Figures.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';
import { MatchByOrderId, Suggestion } from './MatchLine.tsx';
import { SplitForm, UnmatchForm } from './SplitLine.tsx';

interface EarlierEntriesProps {
  readonly line: Pick<BankLineAttributes, 'same_number' | 'currency_iso_code'>;
}

/** Earlier entries with the operation number of this line: such a line is not matched automatically. */
export function EarlierEntries({ line: { same_number: entries, currency_iso_code: currency } }: EarlierEntriesProps) {
  const { t, locale } = useTranslation();
  return entries.map(({ amount, order_id: order }, index) => (
    <span key={index} className="badge time">
      {t(`office_by_hand.lines.number_entered.${order === null ? 'no_order' : 'order'}`, {
        amount: money(amount, currency, locale),
        order: orderNumber(order ?? ''),
      })}
    </span>
  ));
}

interface LineCardProps {
  readonly line: Resource<BankLineAttributes>;
}

interface EndFormProps extends LineCardProps {
  readonly outcome: LineEnd;
  readonly onClose: () => void;
  /** Ending the line waits for a second person. */
  readonly onProposed: () => void;
}

/** Ends a line that belongs to no order: returned, kept or entered by mistake. */
function EndForm({ line: { id }, outcome, onClose, onProposed }: EndFormProps) {
  const { t } = useTranslation();
  const [reference, setReference] = useState('');
  const end = useCommand(officeEndBankLine, {
    after: [keys.bankLines()],
    onDone({ meta }) {
      onClose();
      if (meta['approval_id'] != null) onProposed();
    },
  });
  return (
    <ActionForm
      what={t(`office_by_hand.lines.end_hint.${outcome}`)}
      submit={t(`office_by_hand.lines.end.${outcome}`)}
      note={{ label: t('office_by_hand.reason'), isRequired: true }}
      isDestructive
      command={end}
      onSubmit={(note) => end.run({ params: { id }, body: { outcome, reference, note } })}
      onCancel={onClose}
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

const OUTCOMES: readonly LineEnd[] = ['returned', 'kept', 'mistaken'];

/** Actions on an unmatched line. */
function UnmatchedLine({ line }: LineCardProps) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<LineEnd | null>(null);
  const [isProposed, setProposed] = useState(false);
  const [isSplitting, setSplitting] = useState(false);
  const openEnd = (next: LineEnd) => {
    setProposed(false);
    setOutcome(next);
  };
  if (outcome !== null)
    return <EndForm line={line} outcome={outcome} onClose={() => setOutcome(null)} onProposed={() => setProposed(true)} />;
  if (isSplitting) return <SplitForm line={line} onClose={() => setSplitting(false)} />;
  return (
    <>
      <ul className="by-hand-read">
        {line.attributes.suggestions.map((suggestion) => (
          <Suggestion key={suggestion.order_id} line={line} suggestion={suggestion} />
        ))}
      </ul>
      {isProposed ? (
        <p className="note" role="status">
          {t('office_by_hand.lines.proposed')}
        </p>
      ) : null}
      <div className="row">
        <MatchByOrderId line={line} />
        <Button size="compact-sm" variant="default" onClick={() => setSplitting(true)}>
          {t('office_by_hand.lines.split')}…
        </Button>
        {OUTCOMES.map((outcome) => (
          <Button key={outcome} size="compact-sm" variant="subtle" onClick={() => openEnd(outcome)}>
            {t(`office_by_hand.lines.end.${outcome}`)}
          </Button>
        ))}
      </div>
    </>
  );
}

/** A payment recorded at an order can be taken back from it. */
function MatchedLine({ line }: LineCardProps) {
  const { t } = useTranslation();
  const [isUndoing, setUndoing] = useState(false);
  if (isUndoing) return <UnmatchForm line={line} onClose={() => setUndoing(false)} />;
  return (
    <div className="row">
      <Button size="compact-sm" variant="subtle" onClick={() => setUndoing(true)}>
        {t('office_by_hand.lines.unmatch')}…
      </Button>
    </div>
  );
}

/** One bank line: the money, its sender, and the order it belongs to. */
export function LineCard({ line }: LineCardProps) {
  const { t, locale } = useTranslation();
  const { attributes } = line;
  const mayRecord = useOperator().actions.includes('record_statements');
  return (
    <>
      <p className="line">
        <strong>
          <Figures amount={attributes.amount} currency={attributes.currency_iso_code} />
        </strong>
        <span>{attributes.payment_system_id}</span>
        <span className="dim">
          {attributes.is_day_only ? clockTime(attributes.at, locale).slice(0, 5) : clockTime(attributes.at, locale)}
        </span>
        {attributes.last_digits === null ? null : <span className="code">*{attributes.last_digits}</span>}
        {attributes.sender === null ? null : <span>{attributes.sender}</span>}
        {attributes.reference === null ? null : <span className="code">{attributes.reference}</span>}
        <span className="badge">{t(`office_by_hand.lines.source.${attributes.source}`)}</span>
        {attributes.split_of === null ? null : <span className="badge calm">{t('office_by_hand.lines.part_of')}</span>}
      </p>
      <p className="note">{attributes.text}</p>
      <EarlierEntries line={attributes} />
      {attributes.state === 'unmatched' && mayRecord ? <UnmatchedLine line={line} /> : null}
      {attributes.state === 'matched' && mayRecord ? <MatchedLine line={line} /> : null}
      {attributes.state === 'unmatched' ? null : (
        <p className="line dim">
          {t(`office_by_hand.lines.ended.${attributes.state}`, {
            who: attributes.ended_by ?? '',
            at: attributes.ended_at === null ? '' : clockTime(attributes.ended_at, locale),
          })}
          {attributes.order_id === null ? null : <OrderNumber id={attributes.order_id} to={paths.order(attributes.order_id)} />}
          {attributes.end_reference === null ? null : <span className="code">{attributes.end_reference}</span>}
          {attributes.note === null ? null : <span>{attributes.note}</span>}
        </p>
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Resource } from '#contract/document.ts';
import { type BankLineAttributes, officeMatchBankLine, type SuggestionAttributes } from '#contract/office/money/bank-lines.ts';
import { orderNumber } from '#core/order/number.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { keys } from '#office/api/keys.ts';
import { fieldProblem } from '#office/api/call-failure.ts';
import { type CommandOptions, useCommand } from '#office/api/use-command.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { CommandProblem, FormProblem } from '#office/form/FormProblem.tsx';
import { money } from '#office/format/figure.ts';
import { OutdatedNotice, useEditing } from '#office/editing/Editing.tsx';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { effectOf } from './effect-of.ts';

interface LineProps {
  readonly line: Resource<BankLineAttributes>;
}

function useMatch(options: Pick<CommandOptions<unknown, unknown>, 'onDone' | 'onRefused'> = {}) {
  const { t } = useTranslation();
  return useCommand(officeMatchBankLine, {
    ...options,
    after: [keys.bankLines()],
    success: ({ data, meta }) =>
      t(`office_by_hand.lines.done.${meta['is_recorded'] === true ? 'recorded' : 'explained'}`, {
        order: orderNumber(data.attributes.order_id ?? ''),
        status: t(`office.status.${String(meta['order_status'])}`),
      }),
  });
}

interface ConfirmMatchProps extends LineProps {
  readonly order: string;
  readonly isReasonRequired: boolean;
  readonly command: { readonly isPending: boolean; readonly error: unknown };
  readonly onConfirm: (reason: string) => void;
  readonly onCancel: () => void;
}

/** Confirms an uncertain match, with a reason: recording money for an order cannot be undone. */
function ConfirmMatch({ line: { attributes }, order, isReasonRequired, command, onConfirm, onCancel }: ConfirmMatchProps) {
  const { t, locale } = useTranslation();
  const [reason, setReason] = useState('');
  const amount = money(attributes.amount, attributes.currency_iso_code, locale);
  const cancelButton = useRef<HTMLButtonElement>(null);
  useEffect(() => cancelButton.current?.focus(), []);
  return (
    <CheckedForm
      className="stack"
      role="group"
      aria-label={t('office_by_hand.lines.ask', { amount, order })}
      command={command}
      onSubmit={() => onConfirm(reason.trim())}
    >
      <span className="figures">{t('office_by_hand.lines.ask', { amount, order })}</span>
      <TextInput
        label={t(`office_by_hand.lines.${attributes.same_number.length > 0 ? 'ask_reason_number' : 'ask_reason'}`)}
        required={isReasonRequired}
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
        <Button size="compact-sm" variant="default" ref={cancelButton} onClick={onCancel}>
          {t('office_by_hand.lines.ask_no')}
        </Button>
      </div>
    </CheckedForm>
  );
}

/** How the line relates to the suggested order, and what recording it there does. */
function SuggestionText({ line, suggestion }: LineProps & { readonly suggestion: SuggestionAttributes }) {
  const { t, locale } = useTranslation();
  const { kind, order_id: order, difference, near_because: because } = suggestion;
  const amount = `${difference.startsWith('-') ? '' : '+'}${money(difference, line.attributes.currency_iso_code, locale)}`;
  return (
    <>
      <span className={`badge ${kind === 'exact' || kind === 'recorded' ? 'calm' : 'time'}`}>{t(`office_by_hand.lines.kind.${kind}`)}</span>
      <OrderNumber id={order} to={paths.order(order)} />
      {because === null ? null : <span>{t(`office_by_hand.lines.near_because.${because}`)}</span>}
      {kind === 'near' && difference !== '0' ? <span className="figures">{t('office_by_hand.lines.difference', { amount })}</span> : null}
      <span className="dim">{t(`office_by_hand.lines.effect.${effectOf(suggestion, kind === 'recorded')}`)}</span>
    </>
  );
}

/** An order suggested for a line. `recorded` and `twin`: the order has this money already, and the line may be the same. */
export function Suggestion({ line, suggestion }: LineProps & { readonly suggestion: SuggestionAttributes }) {
  const { t } = useTranslation();
  const { id, attributes } = line;
  const { kind, order_id: order } = suggestion;
  const match = useMatch();
  const [isConfirming, setConfirming] = useState(false);
  const send = (isSame: boolean, reason?: string) =>
    match.run({ params: { id }, body: { order_id: order, is_same: isSame, kind, ...(reason ? { reason } : {}) } });
  return (
    <li className="line">
      <SuggestionText line={line} suggestion={suggestion} />
      {kind === 'recorded' || kind === 'twin' ? (
        <Button size="compact-sm" loading={match.isPending} onClick={() => send(true)}>
          {t('office_by_hand.lines.same')}
        </Button>
      ) : null}
      {isConfirming && kind !== 'recorded' ? (
        <ConfirmMatch
          line={line}
          order={orderNumber(order)}
          isReasonRequired={kind === 'near' || attributes.same_number.length > 0}
          command={match}
          onConfirm={(reason) => send(false, reason)}
          onCancel={() => setConfirming(false)}
        />
      ) : null}
      {kind === 'recorded' || isConfirming ? null : (
        <Button
          size="compact-sm"
          variant={kind === 'exact' ? 'filled' : 'default'}
          loading={match.isPending}
          onClick={() => (kind === 'exact' ? send(false) : setConfirming(true))}
        >
          {t(kind === 'twin' ? 'office_by_hand.lines.another' : 'office_by_hand.lines.match')}
        </Button>
      )}
      <CommandProblem error={match.error} />
    </li>
  );
}

/** Matches a line to an order that was not suggested. */
export function MatchByOrderId({ line }: LineProps) {
  const { t } = useTranslation();
  const [order, setOrder] = useState('');
  const [isConfirming, setConfirming] = useState(false);
  const match = useMatch({
    onDone() {
      setOrder('');
      setConfirming(false);
    },
    // Any other refusal is shown at the order's field
    onRefused: (error) => setConfirming(fieldProblem(error, 'reason') !== undefined),
  });
  const isOutdated = useEditing(order !== '');
  if (isConfirming)
    return (
      <ConfirmMatch
        line={line}
        order={order.trim()}
        isReasonRequired={line.attributes.same_number.length > 0 || match.fieldError('reason') !== undefined}
        command={match}
        onConfirm={(reason) =>
          match.run({
            params: { id: line.id },
            body: { order_id: order.trim(), is_same: false, ...(reason === '' ? {} : { reason }) },
          })
        }
        onCancel={() => setConfirming(false)}
      />
    );
  return (
    <CheckedForm className="row" command={match} onSubmit={() => setConfirming(true)}>
      <TextInput
        size="xs"
        field="order_id"
        aria-label={t('office_by_hand.lines.order')}
        placeholder={t('office_by_hand.lines.order')}
        required
        value={order}
        onChange={(event) => setOrder(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-sm" variant="default" loading={match.isPending}>
        {t('office_by_hand.lines.match')}
      </Button>
      <OutdatedNotice when={isOutdated && !match.isPending} />
      <FormProblem />
    </CheckedForm>
  );
}

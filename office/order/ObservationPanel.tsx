import { Button } from '@mantine/core';
import { useState } from 'react';
import { officeRecordObservation } from '#contract/office/orders/observations.ts';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { compare, fractionFromDecimal } from '#core/money/fraction.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { Checkbox, TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { money } from '#office/format/figure.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { moscowTime } from '#office/format/moment.ts';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { ChequeWarning } from './Evidence.tsx';
import { hasRailReport, sumTexts } from './order-money.ts';
import type { Lease } from './use-lease.ts';
import { useOrderAction } from './use-order-action.ts';

const KEY_NAMES = { observe: 'o' };

interface Observation {
  readonly amount: string;
  readonly reference: string;
  /** As the field gives it: `2026-11-21T14:02`; empty: now. */
  readonly seen_at: string;
  /** Counts beyond what the rail has reported. */
  readonly beyond_rail: boolean;
  /** Another transfer with the same reference as one that another order has. */
  readonly is_another: boolean;
}

/** Amounts are entered as people write them, `9 000,00`; the server checks the number of decimals. */
const ANY_SCALE = { scale: 18, precision: 18 } as const;

const EMPTY: Observation = { amount: '', reference: '', seen_at: '', beyond_rail: false, is_another: false };

interface ObservationFormProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
  readonly onDone: () => void;
}

/**
 * Effect of recording the observation: the agreed amount is paid out, any other is settled by rules. Beside a rail's report it counts only
 * for the amount above it.
 */
function useEffectText(order: OfficeOrderAttributes, { amount: input, beyond_rail: isBeyondRail }: Observation): string {
  const { t, locale } = useTranslation();
  const parsed = parseAmount(input, ANY_SCALE);
  const text = parsed.ok ? formatAmount(parsed.minor, ANY_SCALE.scale) : '';
  const amount = fractionFromDecimal(text);
  if (amount === undefined) return t('office.observation.effect.nothing');
  const seen = money(text, order.income.currency_iso_code, locale);
  if (hasRailReport(order) && !isBeyondRail) return t('office.observation.effect.by_rail', { seen });
  const agreed = fractionFromDecimal(order.income_amount);
  const isFirst = fractionFromDecimal(order.received_amount)?.num === 0n;
  const isAgreed = isFirst && agreed !== undefined && compare(amount, agreed) === 0;
  const sums = sumTexts(order, { locale, nowhere: t('office.order.nowhere') });
  return t(isAgreed ? 'office.observation.effect.agreed' : 'office.observation.effect.other', { ...sums, seen });
}

/** Records an operator's observation of a payment: amount, reference, time, note. */
function ObservationForm({ id, order, lease, onDone }: ObservationFormProps) {
  const { t } = useTranslation();
  const form = useFields(EMPTY);
  const observation = form.values;
  const what = useEffectText(order, observation);
  const seenAt = moscowTime(observation.seen_at);
  const body = (note: string) => ({
    amount: observation.amount.trim(),
    reference: observation.reference.trim(),
    note,
    version: order.version,
    ...(seenAt === null ? {} : { seen_at: seenAt }),
    ...(observation.beyond_rail ? { beyond_rail: true } : {}),
    ...(observation.is_another ? { is_another: true } : {}),
  });
  const record = useOrderAction(id, (note: string, call) => call(officeRecordObservation, { params: { id }, body: body(note) }), {
    lease,
    success: ({ meta }) => t(meta['state'] === 'proposed' ? 'office.observation.proposed' : 'office.observation.recorded'),
    onDone,
  });
  // After a report of the rail the box decides whether the observation counts, so it is next to the amount
  const isRailFirst = hasRailReport(order);
  const beyondRail = (
    <Checkbox
      label={t('office.observation.beyond_rail')}
      description={t('office.observation.beyond_rail_hint')}
      {...form.check('beyond_rail')}
    />
  );
  return (
    <ActionForm
      what={what}
      submit={t('office.observation.say')}
      note={{ label: t('office.observation.note'), isRequired: true }}
      command={record}
      onSubmit={record.run}
      onCancel={onDone}
      waits={{ kind: 'credit_observation', subject: id }}
      more={
        <>
          <TextInput
            label={t('office.observation.seen_at')}
            description={t('office.observation.seen_at_hint')}
            type="datetime-local"
            {...form.text('seen_at')}
          />
          {isRailFirst ? null : beyondRail}
        </>
      }
    >
      <ChequeWarning order={order} />
      <TextInput
        label={t('office.observation.amount', { currency: order.income.currency_iso_code })}
        required
        inputMode="decimal"
        autoComplete="off"
        {...form.text('amount')}
      />
      <TextInput
        label={t('office.observation.reference')}
        required
        autoComplete="off"
        maxLength={200}
        field="reference"
        value={observation.reference}
        onChange={(event) => form.set({ reference: event.currentTarget.value, is_another: false })}
      />
      {record.fieldError('reference') === undefined && !observation.is_another ? null : (
        <Checkbox label={t('office.observation.is_another')} {...form.check('is_another')} />
      )}
      {isRailFirst ? beyondRail : null}
    </ActionForm>
  );
}

interface ObservationPanelProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
}

/** Records money that an operator saw on the account: amount and reference, never a status. */
export function ObservationPanel({ id, order, lease }: ObservationPanelProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isHeldByColleague = order.lease !== null && !order.lease.is_mine && !lease.isMine;
  const openForm = async () => {
    if (lease.isMine || (await lease.claim())) setOpen(true);
  };
  useKeys({ o: () => void (!isOpen && openForm()) }, 'page', KEY_NAMES);
  return (
    <section className="sheet" aria-labelledby="observation-title">
      <h2 id="observation-title">{t('office.observation.title')}</h2>
      {isOpen ? (
        <ObservationForm id={id} order={order} lease={lease} onDone={() => setOpen(false)} />
      ) : (
        <Button
          fullWidth
          justify="space-between"
          size="sm"
          variant={order.allowed_moves.length === 0 && order.attention !== null ? 'filled' : 'default'}
          disabled={isHeldByColleague}
          rightSection={<kbd>o</kbd>}
          onClick={() => void openForm()}
        >
          {t('office.observation.open')}
        </Button>
      )}
    </section>
  );
}

import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { officeRecordObservation } from '#contract/office-observations.ts';
import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { compare, fractionFromDecimal } from '#core/money/fraction.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { TextInput } from '#office/form/fields.tsx';
import { money } from '#office/format/figure.ts';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useWords } from '#office/words/Words.tsx';
import { ChequeWarning } from './ChequeWarning.tsx';
import { railHasSpoken } from './rail-has-spoken.ts';
import { sumsOf } from './sums-of.ts';
import { useDeed } from './use-deed.ts';
import type { Lease } from './use-lease.ts';

/** The office's clock is Moscow's, which knows no summer time; a field of date and time tells no zone. */
const MOSCOW = '+03:00';

interface Seen {
  readonly amount: string;
  readonly reference: string;
  /** As the field gives it: `2026-11-21T14:02`; empty: now. */
  readonly at: string;
  readonly isBeyondRail: boolean;
  /** Another transfer of the same number as one that another order has. */
  readonly isAnother: boolean;
}

/** Typed as people write it, `9 000,00`, and read as the server reads it; how many decimals there may be is the server's to say. */
const ANY_SCALE = { scale: 18, precision: 18 } as const;

const NOTHING: Seen = { amount: '', reference: '', at: '', isBeyondRail: false, isAnother: false };

export interface ObservationFormProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
  readonly onDone: () => void;
}

/**
 * What recording this does, with how much and where to: the agreed amount is paid out, any other settled by its own rules. Where a
 * rail has spoken, a word is evidence of what the rail tells and counts by itself only beyond that.
 */
function useEffectWords(order: OfficeOrderAttributes, { amount: typed, isBeyondRail }: Seen): string {
  const { t, locale } = useWords();
  const read = parseAmount(typed, ANY_SCALE);
  const text = read.ok ? formatAmount(read.minor, ANY_SCALE.scale) : '';
  const amount = fractionFromDecimal(text);
  if (amount === undefined) return t('office.observation.effect.nothing');
  const seen = money(text, order.income.currency_iso_code, locale);
  if (railHasSpoken(order) && !isBeyondRail) return t('office.observation.effect.by_rail', { seen });
  const agreed = fractionFromDecimal(order.income_amount);
  const isFirst = fractionFromDecimal(order.received_amount)?.num === 0n;
  const isAgreed = isFirst && agreed !== undefined && compare(amount, agreed) === 0;
  const sums = sumsOf(order, { locale, nowhere: t('office.order.nowhere') });
  return t(isAgreed ? 'office.observation.effect.agreed' : 'office.observation.effect.other', { ...sums, seen });
}

/** An operator's observation: an amount, its reference, when, and his words. */
export function ObservationForm({ id, order, lease, onDone }: ObservationFormProps) {
  const { t } = useWords();
  const [seen, setSeen] = useState(NOTHING);
  const deed = useDeed(id, lease);
  const what = useEffectWords(order, seen);
  const change = (part: Partial<Seen>) => setSeen((before) => ({ ...before, ...part }));
  const body = (note: string) => ({
    amount: seen.amount.trim(),
    reference: seen.reference.trim(),
    note,
    version: order.version,
    ...(seen.at === '' ? {} : { seen_at: `${seen.at}:00${MOSCOW}` }),
    ...(seen.isBeyondRail ? { beyond_rail: true } : {}),
    ...(seen.isAnother ? { is_another: true } : {}),
  });
  const say = (note: string) =>
    deed.mutate(
      {
        call: async (api, idempotencyKey) => {
          const { meta } = await api(officeRecordObservation, { params: { id }, body: body(note), idempotencyKey });
          return meta['state'] === 'proposed' ? t('office.observation.proposed') : undefined;
        },
        said: t('office.observation.recorded'),
      },
      { onSuccess: (isDone) => isDone && onDone() },
    );
  const field = (name: 'amount' | 'reference') => fieldProblem(deed.error, name);
  // Where a rail has spoken it decides whether the word counts: then it stands with the money itself
  const isRailFirst = railHasSpoken(order);
  const beyondRail = (
    <Checkbox
      label={t('office.observation.beyond_rail')}
      description={t('office.observation.beyond_rail_hint')}
      checked={seen.isBeyondRail}
      onChange={(event) => change({ isBeyondRail: event.currentTarget.checked })}
    />
  );
  return (
    <DeedForm
      what={what}
      submit={t('office.observation.say')}
      note={{ label: t('office.observation.note'), isRequired: true }}
      isBusy={deed.isPending}
      error={deed.error}
      fields={['amount', 'reference', 'seen_at']}
      onSubmit={say}
      onCancel={onDone}
      waits={{ kind: 'credit_observation', subject: id }}
      more={
        <>
          <TextInput
            label={t('office.observation.seen_at')}
            description={t('office.observation.seen_at_hint')}
            type="datetime-local"
            value={seen.at}
            error={fieldProblem(deed.error, 'seen_at')}
            onChange={(event) => change({ at: event.currentTarget.value })}
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
        value={seen.amount}
        error={field('amount')}
        onChange={(event) => change({ amount: event.currentTarget.value })}
      />
      <TextInput
        label={t('office.observation.reference')}
        required
        autoComplete="off"
        maxLength={200}
        value={seen.reference}
        error={field('reference')}
        onChange={(event) => change({ reference: event.currentTarget.value, isAnother: false })}
      />
      {field('reference') === undefined && !seen.isAnother ? null : (
        <Checkbox
          label={t('office.observation.is_another')}
          checked={seen.isAnother}
          onChange={(event) => change({ isAnother: event.currentTarget.checked })}
        />
      )}
      {isRailFirst ? beyondRail : null}
    </DeedForm>
  );
}

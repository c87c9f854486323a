import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Resource } from '#contract/document.ts';
import { type BankLineAttributes, MAX_LINE_PARTS, officeSplitBankLine, officeUnmatchBankLine } from '#contract/office/money/bank-lines.ts';
import { orderNumber } from '#core/order/number.ts';
import { keys } from '#office/api/keys.ts';
import { useCommand } from '#office/api/use-command.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { money } from '#office/format/figure.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { remainderOf } from './remainder.ts';

interface LineFormProps {
  readonly line: Resource<BankLineAttributes>;
  readonly onClose: () => void;
}

interface Part {
  readonly order: string;
  readonly amount: string;
}

const EMPTY: Part = { order: '', amount: '' };

/** Splits a payment between orders. The form says before sending what remains without an order. */
export function SplitForm({ line: { id, attributes }, onClose }: LineFormProps) {
  const { t, locale } = useTranslation();
  const [parts, setParts] = useState<readonly Part[]>([EMPTY, EMPTY]);
  const split = useCommand(officeSplitBankLine, {
    after: [keys.bankLines()],
    success: t('office_by_hand.lines.split_done'),
    onDone: onClose,
  });
  const change = (index: number, part: Partial<Part>) =>
    setParts(parts.map((before, at) => (at === index ? { ...before, ...part } : before)));
  const filled = parts.filter(({ order, amount }) => order.trim() !== '' || amount.trim() !== '');
  const { amount: rest, isOver } = remainderOf(
    attributes.amount,
    filled.map(({ amount }) => amount),
  );
  const effect = isOver ? 'split_over' : rest === '0' ? 'split_all' : 'split_what';
  return (
    <ActionForm
      what={t(`office_by_hand.lines.${effect}`, { amount: money(rest, attributes.currency_iso_code, locale) })}
      submit={t('office_by_hand.lines.split')}
      note={{ label: t('office_by_hand.reason'), isRequired: true }}
      isReady={filled.length > 0 && !isOver}
      command={split}
      onSubmit={(note) =>
        split.run({
          params: { id },
          body: { note, parts: filled.map(({ order, amount }) => ({ order_id: order.trim(), amount: amount.trim() })) },
        })
      }
      onCancel={onClose}
    >
      {parts.map((part, index) => (
        <div key={index} className="by-hand-pair">
          <TextInput
            label={t('office_by_hand.lines.part_order', { index: index + 1 })}
            field={`parts/${index}/order_id`}
            autoComplete="off"
            value={part.order}
            onChange={(event) => change(index, { order: event.currentTarget.value })}
          />
          <TextInput
            label={t('office_by_hand.lines.part_amount', { index: index + 1 })}
            field={`parts/${index}/amount`}
            inputMode="decimal"
            autoComplete="off"
            value={part.amount}
            onChange={(event) => change(index, { amount: event.currentTarget.value })}
          />
        </div>
      ))}
      {parts.length < MAX_LINE_PARTS ? (
        <Button size="compact-sm" variant="subtle" onClick={() => setParts([...parts, EMPTY])}>
          {t('office_by_hand.lines.add_part')}
        </Button>
      ) : null}
    </ActionForm>
  );
}

/** Takes a recorded payment back from its order. */
export function UnmatchForm({ line: { id, attributes }, onClose }: LineFormProps) {
  const { t, locale } = useTranslation();
  const unmatch = useCommand(officeUnmatchBankLine, {
    after: [keys.bankLines()],
    success: t('office_by_hand.lines.unmatched'),
    onDone: onClose,
  });
  const amount = money(attributes.amount, attributes.currency_iso_code, locale);
  return (
    <ActionForm
      what={t('office_by_hand.lines.unmatch_what', { amount, order: orderNumber(attributes.order_id ?? '') })}
      submit={t('office_by_hand.lines.unmatch')}
      note={{ label: t('office_by_hand.reason'), isRequired: true }}
      isDestructive
      command={unmatch}
      onSubmit={(note) => unmatch.run({ params: { id }, body: { note } })}
      onCancel={onClose}
    />
  );
}

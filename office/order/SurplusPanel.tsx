import { Button } from '@mantine/core';
import { useState } from 'react';
import { type OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { officeReturnSurplus } from '#contract/office/orders/orders.ts';
import { money } from '#office/format/figure.ts';
import { EditingScope, useFrozenWhileEditing } from '#office/editing/Editing.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { sumTexts } from './order-money.ts';
import { useOrderAction } from './use-order-action.ts';

export interface SurplusPanelProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
}

/** Money received beyond the order, and recording that it was returned. */
export function SurplusPanel({ id, order }: SurplusPanelProps) {
  const { t, locale } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { value: frozenOrder, report } = useFrozenWhileEditing(order);
  const giveBack = useOrderAction(
    id,
    (note: string, call) => call(officeReturnSurplus, { params: { id }, body: { version: order.version, note } }),
    {
      success: ({ data }) =>
        t(data.attributes.surplus_amount === frozenOrder.surplus_amount ? 'office.observation.proposed' : 'office.surplus.said'),
      onDone: () => setOpen(false),
    },
  );
  if (frozenOrder.surplus_amount === null || frozenOrder.surplus_return === null) return null;
  const amount = money(frozenOrder.surplus_amount, order.income.currency_iso_code, locale);
  const { back: destination } = sumTexts(frozenOrder, { locale, nowhere: t('office.order.nowhere') });
  return (
    <section className="sheet" aria-labelledby="surplus-title">
      <h2 id="surplus-title">{t('office.surplus.title', { amount })}</h2>
      <p>{t(`office.surplus.what_${frozenOrder.surplus_return}`)}</p>
      {frozenOrder.may_return_surplus && !isOpen ? (
        <div className="action-row">
          <Button size="sm" variant="default" onClick={() => setOpen(true)}>
            {t('office.surplus.done')}
          </Button>
        </div>
      ) : null}
      {frozenOrder.may_return_surplus && isOpen ? (
        <EditingScope report={report} isOutdated={!order.may_return_surplus}>
          <ActionForm
            what={t('office.surplus.effect', { amount, place: destination })}
            submit={t('office.surplus.done')}
            note={{ label: t('office.surplus.note'), isRequired: true }}
            command={giveBack}
            onSubmit={giveBack.run}
            onCancel={() => setOpen(false)}
            waits={{ kind: 'return_surplus', subject: id }}
          />
        </EditingScope>
      ) : null}
    </section>
  );
}

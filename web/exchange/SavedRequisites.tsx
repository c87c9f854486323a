import { SelectField } from '#ui/SelectField.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import type { OrderForm } from './order-form.ts';
import { fitting } from './own-wallets.ts';
import type { Side, System } from './systems.ts';

interface SavedRequisitesProps {
  readonly side: Side;
  readonly system: System;
  readonly form: OrderForm;
}

/** What he has kept of this system, to be picked instead of typed; sent by its id alone. */
export function SavedRequisites({ side, system, form }: SavedRequisitesProps) {
  const { t } = useWords();
  const own = fitting(form.own, side, system);
  if (own.length === 0) return null;
  return (
    <SelectField
      label={t('exchange.form.saved')}
      name={`${side}_wallet_id`}
      value={form.walletOf(side, system)?.id}
      onChoose={(id) => form.chooseWallet(side, id)}
      options={own.map(({ id, label, masked }) => ({ value: id, label: label === null ? masked : `${label} · ${masked}` }))}
      all={t('exchange.form.type_new')}
    />
  );
}

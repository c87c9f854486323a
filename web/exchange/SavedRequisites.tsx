import { SelectField } from '#ui/SelectField.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { OrderForm } from './order-form.ts';
import { walletsFor } from '#web/requisites/saved-wallets.ts';
import type { Side, System } from '#web/catalogue/systems.ts';

interface SavedRequisitesProps {
  readonly side: Side;
  readonly system: System;
  readonly form: OrderForm;
}

/** Selects saved requisites of this system; only the id is sent. */
export function SavedRequisites({ side, system, form }: SavedRequisitesProps) {
  const { t } = useTranslation();
  const wallets = walletsFor(form.savedWallets, side, system);
  if (wallets.length === 0) return null;
  return (
    <SelectField
      label={t('exchange.form.saved')}
      name={`${side}_wallet_id`}
      value={form.selectedWallet(side, system)?.id}
      onChoose={(id) => form.selectWallet(side, id)}
      options={wallets.map(({ id, label, masked }) => ({ value: id, label: label === null ? masked : `${label} · ${masked}` }))}
      all={t('exchange.form.type_new')}
    />
  );
}

import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { officeConfirmPrice } from '#contract/office/catalogue/market.ts';
import { formatDecimal, trimRate } from '#core/format/amount.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** A price that has jumped waits until enough sources confirm it, or a person does. */
export function ConfirmLevel({ symbol, level }: { readonly symbol: string; readonly level: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const { t, locale } = useTranslation();
  const [isAsked, setIsAsked] = useState(false);
  const confirm = useMutation({
    mutationFn: (note: string) => api(officeConfirmPrice, { params: { symbol }, body: { level, note } }),
    onSuccess: () => setIsAsked(false),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.changes() }),
  });
  const shown = `${formatDecimal(trimRate(level), { locale })} USD`;
  if (!isAsked)
    return (
      <Button variant="default" size="xs" onClick={() => setIsAsked(true)}>
        {t('rates.market.confirm', { level: shown })}
      </Button>
    );
  return (
    <ActionForm
      what={t('rates.market.confirm_what', { symbol, level: shown })}
      submit={t('rates.market.confirm', { level: shown })}
      note={{ label: t('rates.note'), isRequired: true }}
      command={confirm}
      onSubmit={(note) => confirm.mutate(note)}
      onCancel={() => setIsAsked(false)}
    />
  );
}

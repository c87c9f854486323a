import { Button } from '@mantine/core';
import { useState } from 'react';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { Lease } from './use-lease.ts';

/** Takes an order over from the colleague who holds it. The reason is recorded in the history; the colleague's page shows the new holder. */
export function TakeOver({ holder, lease }: { readonly holder: string; readonly lease: Lease }) {
  const { t } = useTranslation();
  const [note, setNote] = useState<string | null>(null);
  if (note === null)
    return (
      <Button variant="subtle" size="compact-sm" onClick={() => setNote('')}>
        {t('office.order.take_over')}
      </Button>
    );
  return (
    <CheckedForm className="confirm" onSubmit={() => void lease.takeOver(holder, note.trim()).then((isTaken) => isTaken && setNote(null))}>
      <TextInput
        label={t('office.order.take_over_note')}
        required
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className="row">
        <Button type="submit" size="sm" loading={lease.isBusy}>
          {t('office.order.take_over')}
        </Button>
        <Button variant="default" size="sm" onClick={() => setNote(null)}>
          {t('office.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}

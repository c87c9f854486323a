import { officeCancelReserveRequest } from '#contract/office/orders/reserve-requests.ts';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

export interface CancelRequestProps {
  readonly id: string;
  readonly email: string;
  readonly onClose: () => void;
}

/** Ends a request that waits, with why. */
export function CancelRequest({ id, email, onClose }: CancelRequestProps) {
  const { t } = useTranslation();
  const cancel = useCommand(officeCancelReserveRequest, { after: [keys.reserveRequests()], onDone: onClose });
  return (
    <section className="sheet" aria-label={t('office_requests.end')}>
      <ActionForm
        what={t('office_requests.end_what', { email })}
        submit={t('office_requests.end')}
        note={{ label: t('office_requests.end_note'), isRequired: true }}
        command={cancel}
        onSubmit={(note) => cancel.run({ params: { id }, body: { note } })}
        onCancel={onClose}
      />
    </section>
  );
}

import { Button } from '@mantine/core';
import { useTranslation } from '#office/i18n/Translation.tsx';

export interface OutdatedNoticeProps {
  readonly when: boolean;
  /** Discards the input for the current state; without it the form's own cancel does. */
  readonly onRenew?: () => void;
}

/** Shown in a form whose subject a colleague has settled or changed meanwhile. */
export function OutdatedNotice({ when, onRenew }: OutdatedNoticeProps) {
  const { t } = useTranslation();
  return when ? (
    <p className="late" role="status">
      {t('office.gone')}{' '}
      {onRenew === undefined ? null : (
        <Button type="button" variant="subtle" size="compact-sm" onClick={onRenew}>
          {t('office.gone_renew')}
        </Button>
      )}
    </p>
  ) : null;
}

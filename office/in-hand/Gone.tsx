import { Button } from '@mantine/core';
import { useWords } from '#office/words/Words.tsx';

export interface GoneProps {
  readonly when: boolean;
  /** Gives up what is typed for what is there now; without it the form's own cancel does. */
  readonly onRenew?: () => void;
}

/** Said in a form about what somebody else has settled or changed meanwhile. */
export function Gone({ when, onRenew }: GoneProps) {
  const { t } = useWords();
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

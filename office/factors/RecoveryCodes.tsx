import { Button, Checkbox, CopyButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#office/i18n/Translation.tsx';

const FILE = 'razmen-recovery-codes.txt';

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** New recovery codes, shown once; the operator confirms that they are stored. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const [isSaved, setSaved] = useState(false);
  const text = codes.join('\n');
  return (
    <div className="factor">
      <p>{t('office_door.codes.hint')}</p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code} className="code">
            {code}
          </li>
        ))}
      </ol>
      <div className="row">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button type="button" variant="default" size="sm" onClick={copy}>
              {copied ? t('office.copied') : t('office_door.codes.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          variant="default"
          size="sm"
          download={FILE}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          {t('office_door.codes.save')}
        </Button>
      </div>
      <Checkbox label={t('office_door.codes.kept')} checked={isSaved} onChange={(event) => setSaved(event.currentTarget.checked)} />
      <Button type="button" disabled={!isSaved} onClick={onDone}>
        {t('office_door.codes.done')}
      </Button>
    </div>
  );
}

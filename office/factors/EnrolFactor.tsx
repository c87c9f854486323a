import { useState } from 'react';
import { Choice } from '#office/components/Choice.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { EnrolPasskey } from './EnrolPasskey.tsx';
import { EnrolTotp } from './EnrolTotp.tsx';
import { canPasskeys } from './passkey.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const WAYS = ['totp', 'passkey'] as const;

export interface EnrolFactorProps {
  readonly passkeysPossible: boolean;
  readonly onDone: () => void;
}

/** Enrols the first second factor and shows the recovery codes. */
export function EnrolFactor({ passkeysPossible, onDone }: EnrolFactorProps) {
  const { t } = useTranslation();
  const [way, setWay] = useState<(typeof WAYS)[number]>('totp');
  const [codes, setCodes] = useState<readonly string[]>();
  const added = (made: readonly string[] | null) => (made === null ? onDone() : setCodes(made));
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <>
      {passkeysPossible && canPasskeys() ? (
        <Choice
          label={t('office_door.enrol.way')}
          values={WAYS}
          value={way}
          labelOf={(one) => t(`office_door.enrol.ways.${one}`)}
          onChoose={setWay}
        />
      ) : null}
      {way === 'totp' ? <EnrolTotp onDone={added} /> : <EnrolPasskey onDone={added} />}
    </>
  );
}

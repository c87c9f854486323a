import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSecondFactors } from '#contract/account/second-factors.ts';
import { statusOf } from '#office/api/call-failure.ts';
import { useApi } from '#office/api/use-api.ts';
import { Problem } from '#office/components/Screen.tsx';
import { useSignOut } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { Choice } from '#office/components/Choice.tsx';
import { GiveFactor } from './GiveFactor.tsx';
import { EnrolPasskey, EnrolTotp, RecoveryCodes } from './Enrolment.tsx';
import { canPasskeys } from './passkey.ts';
import './factors.css';

const WAYS = ['totp', 'passkey'] as const;

interface EnrolFactorProps {
  readonly passkeysPossible: boolean;
  readonly onDone: () => void;
}

/** Enrols the first second factor and shows the recovery codes. */
function EnrolFactor({ passkeysPossible, onDone }: EnrolFactorProps) {
  const { t } = useTranslation();
  const [factorType, setFactorType] = useState<(typeof WAYS)[number]>('totp');
  const [codes, setCodes] = useState<readonly string[]>();
  const added = (codes: readonly string[] | null) => (codes === null ? onDone() : setCodes(codes));
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <>
      {passkeysPossible && canPasskeys() ? (
        <Choice
          label={t('office_door.enrol.way')}
          values={WAYS}
          value={factorType}
          labelOf={(type) => t(`office_door.enrol.ways.${type}`)}
          onChoose={setFactorType}
        />
      ) : null}
      {factorType === 'totp' ? <EnrolTotp onDone={added} /> : <EnrolPasskey onDone={added} />}
    </>
  );
}

export interface SecondFactorProps {
  readonly onDone: () => void;
  /** The half-open session is over: the password is asked again. */
  readonly onOver: () => void;
}

/** The second step of signing in: gives a factor, or enrols the first one. */
export function SecondFactor({ onDone, onOver }: SecondFactorProps) {
  const api = useApi();
  const { t } = useTranslation();
  const signOut = useSignOut();
  const factors = useQuery({
    queryKey: ['door'],
    queryFn: ({ signal }) => api(getSecondFactors, { signal }),
    // The enrolment must stay on the screen until it is finished
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const attributes = factors.data?.data.attributes;
  return (
    <div className="door sheet">
      <h1>{t(attributes?.needs === 'enrolment' ? 'office_door.enrol.title' : 'office_door.give.title')}</h1>
      {factors.isError ? (
        <Problem error={factors.error} retry={statusOf(factors.error) === 401 ? onOver : () => void factors.refetch()} />
      ) : null}
      {factors.isPending ? <Loader role="progressbar" aria-label={t('office.loading')} /> : null}
      {attributes?.needs === 'enrolment' ? (
        <>
          <p>{t('office_door.enrol.why')}</p>
          <EnrolFactor passkeysPossible={attributes.passkeys_possible} onDone={onDone} />
        </>
      ) : null}
      {attributes?.needs === 'factor' ? <GiveFactor methods={attributes.methods} onDone={onDone} onSessionEnded={onOver} /> : null}
      {attributes?.needs === 'none' ? <Button onClick={onDone}>{t('office_door.go_on')}</Button> : null}
      <Button type="button" variant="subtle" size="compact-sm" loading={signOut.isPending} onClick={() => signOut.run({})}>
        {t('office_door.other_person')}
      </Button>
    </div>
  );
}

import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getSecondFactors } from '#contract/second-factors.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';
import { Problem } from '#office/pieces/Problem.tsx';
import { useSignOut } from '#office/shell/use-sign-out.ts';
import { useWords } from '#office/words/Words.tsx';
import { EnrolFactor } from './EnrolFactor.tsx';
import { GiveFactor } from './GiveFactor.tsx';

export interface SecondFactorProps {
  readonly onDone: () => void;
  /** The half-open session is over: the password is asked again. */
  readonly onOver: () => void;
}

/** The second step of signing in: gives a factor, or enrols the first one. */
export function SecondFactor({ onDone, onOver }: SecondFactorProps) {
  const api = useApi();
  const { t } = useWords();
  const signOut = useSignOut();
  const factors = useQuery({
    queryKey: ['door'],
    queryFn: ({ signal }) => api(getSecondFactors, { signal }),
    // What is being enrolled must not be taken away while it is read
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
      {factors.isPending ? <Loader aria-label={t('office.loading')} /> : null}
      {attributes?.needs === 'enrolment' ? (
        <>
          <p>{t('office_door.enrol.why')}</p>
          <EnrolFactor passkeysPossible={attributes.passkeys_possible} onDone={onDone} />
        </>
      ) : null}
      {attributes?.needs === 'factor' ? <GiveFactor methods={attributes.methods} onDone={onDone} onOver={onOver} /> : null}
      {attributes?.needs === 'none' ? <Button onClick={onDone}>{t('office_door.go_on')}</Button> : null}
      <Button type="button" variant="subtle" size="compact-sm" loading={signOut.isPending} onClick={() => signOut.mutate()}>
        {t('office_door.other_person')}
      </Button>
    </div>
  );
}

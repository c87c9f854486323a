import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getSecondFactors, makeRecoveryCodes, removePasskey, removeTotp, type SecondFactorAttributes } from '#contract/second-factors.ts';
import { keys } from '#office/api/keys.ts';
import { problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { EnrolPasskey } from '#office/factors/EnrolPasskey.tsx';
import { EnrolTotp } from '#office/factors/EnrolTotp.tsx';
import { canPasskeys } from '#office/factors/passkey.ts';
import { RecoveryCodes } from '#office/factors/RecoveryCodes.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';
import { PasskeyLine } from './PasskeyLine.tsx';

type Adding = 'totp' | 'passkey' | undefined;

interface FactorListProps {
  readonly factors: SecondFactorAttributes;
  readonly onRemove: (passkeyId: string | null) => void;
  readonly isBusy: boolean;
}

function FactorList({ factors, onRemove, isBusy }: FactorListProps) {
  const { t } = useWords();
  if (!factors.totp_enrolled && factors.passkeys.length === 0) return <p className="dim">{t('office_staff.factors.none')}</p>;
  return (
    <ul className="factors">
      {factors.totp_enrolled ? (
        <li className="row">
          <span>{t('office_door.enrol.ways.totp')}</span>
          <Button size="compact-sm" variant="subtle" disabled={isBusy} onClick={() => onRemove(null)}>
            {t('office_staff.factors.remove')}
          </Button>
        </li>
      ) : null}
      {factors.passkeys.map((passkey) => (
        <PasskeyLine key={passkey.id} passkey={passkey} isBusy={isBusy} onRemove={() => onRemove(passkey.id)} />
      ))}
    </ul>
  );
}

/** One's own second factors: add, remove, and new recovery codes. */
export function Factors() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const [adding, setAdding] = useState<Adding>();
  const [codes, setCodes] = useState<readonly string[]>();
  const list = useQuery({ queryKey: keys.factors(), queryFn: ({ signal }) => api(getSecondFactors, { signal }) });
  const refresh = () => void queries.invalidateQueries({ queryKey: keys.factors() });
  const remove = useMutation({
    mutationFn: async (id: string | null) => {
      if (id === null) await api(removeTotp, {});
      else await api(removePasskey, { params: { id } });
    },
    onSettled: refresh,
  });
  const renew = useMutation({
    mutationFn: () => api(makeRecoveryCodes, {}),
    onSuccess: ({ data }) => setCodes(data.attributes.recovery_codes ?? []),
    onSettled: refresh,
  });
  const added = (made: readonly string[] | null) => {
    setAdding(undefined);
    if (made !== null) setCodes(made);
    refresh();
  };
  const error = remove.error ?? renew.error;
  const factors = list.data?.data.attributes;
  return (
    <section className="part factor-part">
      <h2>{t('office_staff.factors.title')}</h2>
      {list.isError ? <Problem error={list.error} retry={() => void list.refetch()} /> : null}
      {factors === undefined ? (
        <Loader size="sm" aria-label={t('office.loading')} />
      ) : (
        <FactorList factors={factors} onRemove={(id) => remove.mutate(id)} isBusy={remove.isPending} />
      )}
      {error === null ? null : (
        <p className="problem" role="alert">
          {problemWords(error, t)}
        </p>
      )}
      {codes === undefined ? null : <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {adding === 'totp' ? <EnrolTotp onDone={added} /> : null}
      {adding === 'passkey' ? <EnrolPasskey onDone={added} /> : null}
      <div className="row">
        <Button size="sm" variant="default" onClick={() => setAdding('totp')}>
          {t(factors?.totp_enrolled ? 'office_staff.factors.replace_totp' : 'office_staff.factors.add_totp')}
        </Button>
        {factors?.passkeys_possible && canPasskeys() ? (
          <Button size="sm" variant="default" onClick={() => setAdding('passkey')}>
            {t('office_staff.factors.add_passkey')}
          </Button>
        ) : null}
        {factors !== undefined && factors.methods.length > 0 ? (
          <Button size="sm" variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
            {t('office_staff.factors.new_codes')}
          </Button>
        ) : null}
        {adding === undefined ? null : (
          <Button size="sm" variant="subtle" onClick={() => setAdding(undefined)}>
            {t('office.cancel')}
          </Button>
        )}
      </div>
      {factors === undefined || factors.methods.length === 0 ? null : (
        <p className={factors.recovery_codes_left <= 2 ? 'late' : 'dim'}>
          {t('office_staff.factors.codes_left', { count: factors.recovery_codes_left })}
        </p>
      )}
    </section>
  );
}

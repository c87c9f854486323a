import { Button, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getSecondFactors,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
  type SecondFactorAttributes,
} from '#contract/account/second-factors.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useCommand, useAction } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { EnrolPasskey } from '#office/factors/EnrolPasskey.tsx';
import { EnrolTotp } from '#office/factors/EnrolTotp.tsx';
import { canPasskeys } from '#office/factors/passkey.ts';
import { RecoveryCodes } from '#office/factors/RecoveryCodes.tsx';
import { Problem } from '#office/components/Screen.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { PasskeyRow } from './PasskeyRow.tsx';

type Adding = 'totp' | 'passkey' | undefined;

interface FactorListProps {
  readonly factors: SecondFactorAttributes;
  readonly onRemove: (passkeyId: string | null) => void;
  readonly isBusy: boolean;
}

function FactorList({ factors, onRemove, isBusy }: FactorListProps) {
  const { t } = useTranslation();
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
        <PasskeyRow key={passkey.id} passkey={passkey} isBusy={isBusy} onRemove={() => onRemove(passkey.id)} />
      ))}
    </ul>
  );
}

/** The operator's own second factors: add, remove, new recovery codes. */
export function Factors() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation();
  const [adding, setAdding] = useState<Adding>();
  const [codes, setCodes] = useState<readonly string[]>();
  const list = useQuery({ queryKey: keys.factors(), queryFn: ({ signal }) => api(getSecondFactors, { signal }) });
  const remove = useAction(
    async (passkeyId: string | null, call) => {
      if (passkeyId === null) await call(removeTotp, {});
      else await call(removePasskey, { params: { id: passkeyId } });
    },
    { after: [keys.factors()] },
  );
  const renew = useCommand(makeRecoveryCodes, {
    isKeyed: false,
    after: [keys.factors()],
    onDone: ({ data }) => setCodes(data.attributes.recovery_codes ?? []),
  });
  const added = (made: readonly string[] | null) => {
    setAdding(undefined);
    if (made !== null) setCodes(made);
    void queries.invalidateQueries({ queryKey: keys.factors() });
  };
  const factors = list.data?.data.attributes;
  return (
    <section className="part factor-part">
      <h2>{t('office_staff.factors.title')}</h2>
      {list.isError ? <Problem error={list.error} retry={() => void list.refetch()} /> : null}
      {factors === undefined ? (
        <Loader size="sm" aria-label={t('office.loading')} />
      ) : (
        <FactorList factors={factors} onRemove={remove.run} isBusy={remove.isPending} />
      )}
      <CommandProblem error={remove.error ?? renew.error} />
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
          <Button size="sm" variant="default" loading={renew.isPending} onClick={() => renew.run({})}>
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

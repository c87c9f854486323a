import { Button, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  getSecondFactors,
  makeRecoveryCodes,
  type PasskeyAttributes,
  removePasskey,
  removeTotp,
  renamePasskey,
  type SecondFactorAttributes,
} from '#contract/account/second-factors.ts';
import { problemMessage } from '#office/api/call-failure.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { useAction, useCommand } from '#office/api/use-command.ts';
import { Problem } from '#office/components/Screen.tsx';
import { EnrolPasskey, EnrolTotp, RecoveryCodes } from '#office/factors/Enrolment.tsx';
import { canPasskeys } from '#office/factors/passkey.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

interface PasskeyRowProps {
  readonly passkey: PasskeyAttributes;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

/** Renames a passkey. */
function Rename({ passkey, onDone }: { readonly passkey: PasskeyAttributes; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState(passkey.name);
  const input = useRef<HTMLInputElement>(null);
  const rename = useCommand(renamePasskey, { after: [keys.factors()], onDone });
  useEffect(() => input.current?.focus(), []);
  const problem = rename.error === null ? undefined : (rename.fieldError('name') ?? problemMessage(rename.error, t));
  return (
    <CheckedForm className="row" command={rename} onSubmit={() => rename.run({ params: { id: passkey.id }, body: { name: name.trim() } })}>
      <TextInput
        size="xs"
        aria-label={t('office_staff.factors.name')}
        ref={input}
        required
        maxLength={60}
        autoComplete="off"
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-sm" loading={rename.isPending} disabled={name.trim() === passkey.name}>
        {t('office_staff.factors.save_name')}
      </Button>
      <Button type="button" size="compact-sm" variant="subtle" onClick={onDone}>
        {t('office.cancel')}
      </Button>
    </CheckedForm>
  );
}

/** One passkey: its name and when it was last used. */
function PasskeyRow({ passkey, isBusy, onRemove }: PasskeyRowProps) {
  const { t, locale } = useTranslation();
  const [isNaming, setNaming] = useState(false);
  const { name, created_at: createdAt, last_used_at: lastUsedAt } = passkey;
  if (isNaming)
    return (
      <li>
        <Rename passkey={passkey} onDone={() => setNaming(false)} />
      </li>
    );
  return (
    <li className="row">
      <span>{t('office_staff.factors.passkey', { name })}</span>
      <span className="dim">
        {lastUsedAt === null
          ? t('office_staff.factors.made', { at: clockTime(createdAt, locale) })
          : t('office_staff.factors.used', { at: clockTime(lastUsedAt, locale) })}
      </span>
      <Button size="compact-sm" variant="subtle" disabled={isBusy} onClick={() => setNaming(true)}>
        {t('office_staff.factors.rename')}
      </Button>
      <Button size="compact-sm" variant="subtle" disabled={isBusy} onClick={onRemove}>
        {t('office_staff.factors.remove')}
      </Button>
    </li>
  );
}

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
  const finishAdding = (newCodes: readonly string[] | null) => {
    setAdding(undefined);
    if (newCodes !== null) setCodes(newCodes);
    void queries.invalidateQueries({ queryKey: keys.factors() });
  };
  const factors = list.data?.data.attributes;
  return (
    <section className="part factor-part">
      <h2>{t('office_staff.factors.title')}</h2>
      {list.isError ? <Problem error={list.error} retry={() => void list.refetch()} /> : null}
      {factors === undefined ? (
        <Loader size="sm" role="progressbar" aria-label={t('office.loading')} />
      ) : (
        <FactorList factors={factors} onRemove={remove.run} isBusy={remove.isPending} />
      )}
      <CommandProblem error={remove.error ?? renew.error} />
      {codes === undefined ? null : <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {adding === 'totp' ? <EnrolTotp onDone={finishAdding} /> : null}
      {adding === 'passkey' ? <EnrolPasskey onDone={finishAdding} /> : null}
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

import { type FormEvent, useState, useEffect, useRef } from 'react';
import {
  makeRecoveryCodes,
  type PasskeyAttributes,
  removePasskey,
  removeTotp,
  renamePasskey,
  type SecondFactorAttributes,
} from '#contract/account/second-factors.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { Button, buttonLook } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useCopy } from '#ui/use-copy.ts';
import { useAction } from '#web/api/use-action.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { required } from '#web/form/rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Part } from '#web/layout/Part.tsx';
import { useCanPasskeys } from '#web/step-up/passkey.ts';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import { AddPasskey, AddTotp } from './AddFactor.tsx';

interface RenameProps {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onCancel: () => void;
}

/** Renames a passkey. */
function Rename({ name, onName, onCancel }: RenameProps) {
  const { t } = useTranslation();
  const [newName, setNewName] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onName(newName.trim());
  };
  return (
    <li className="py-2">
      <CheckedForm rules={{ name: required }} className="flex flex-wrap items-end gap-4" onSubmit={submit}>
        <TextField
          label={t('security.passkey.name')}
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          value={newName}
          onChange={(event) => setNewName(event.currentTarget.value)}
        />
        <Button type="submit">{t('security.save')}</Button>
        <Button tone="text" className="min-h-11" onClick={onCancel}>
          {t('security.cancel')}
        </Button>
      </CheckedForm>
    </li>
  );
}

const CODES_FILE_NAME = 'razmen-recovery-codes.txt';

/** New recovery codes, shown once; closing needs a tick that they are saved. */
function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [isSaved, setSaved] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const text = codes.join('\n');
  const { state, copy } = useCopy(text);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={t('security.codes.title')}
      className="grid max-w-md gap-4 rounded-tray border border-time bg-time-tint p-4"
    >
      <p className="text-sm">{t('security.codes.hint')}</p>
      <ol className="figures grid grid-cols-1 gap-1 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="font-medium select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button onClick={copy}>{t(state === 'copied' ? 'security.codes.copied' : 'security.codes.copy')}</Button>
        <a
          className={buttonLook('plain')}
          download={CODES_FILE_NAME}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          {t('security.codes.save')}
        </a>
        <Button onClick={() => globalThis.print()}>{t('security.codes.print')}</Button>
      </div>
      <CheckField label={t('security.codes.kept')} checked={isSaved} onChange={(event) => setSaved(event.currentTarget.checked)} />
      <Button tone="action" disabled={!isSaved} onClick={onDone}>
        {t('security.codes.done')}
      </Button>
    </div>
  );
}

interface FactorsProps {
  readonly factors: SecondFactorAttributes;
  readonly onChanged: () => void;
}

interface PasskeyRowProps {
  readonly passkey: PasskeyAttributes;
  readonly isBusy: boolean;
  readonly onRename: (name: string) => void;
  readonly onRemove: () => void;
}

function PasskeyRow({ passkey, isBusy, onRename, onRemove }: PasskeyRowProps) {
  const { locale, t } = useTranslation();
  const [isRenaming, setRenaming] = useState(false);
  const { name, created_at: createdAt, last_used_at: lastUsedAt } = passkey;
  if (isRenaming)
    return (
      <Rename
        name={name}
        onCancel={() => setRenaming(false)}
        onName={(next) => {
          setRenaming(false);
          onRename(next);
        }}
      />
    );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
      <span className="mr-auto text-sm text-muted">
        {lastUsedAt === null
          ? t('security.passkey.made', { at: formatDateTime(createdAt, locale) })
          : t('security.passkey.used', { at: formatDateTime(lastUsedAt, locale) })}
      </span>
      <Button tone="text" className="min-h-11" disabled={isBusy} onClick={() => setRenaming(true)}>
        {t('security.rename')}
        <span className="sr-only">: {name}</span>
      </Button>
      <Button tone="text" className="min-h-11" disabled={isBusy} onClick={onRemove}>
        {t('security.remove')}
        <span className="sr-only">: {name}</span>
      </Button>
    </li>
  );
}

/** Second factors: authenticator app, passkeys, and recovery codes for when both are lost. */
export function Factors({ factors, onChanged }: FactorsProps) {
  const { t } = useTranslation();
  const api = useAccountCall();
  const action = useAction();
  const [adding, setAdding] = useState<'totp' | 'passkey'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const isPossible = useCanPasskeys() && factors.passkeys_possible;
  const finishAdding = (newCodes: readonly string[] | null) => {
    setAdding(undefined);
    if (newCodes !== null) setCodes(newCodes);
    onChanged();
  };
  const remove = (id: string | null) =>
    action
      .run<typeof removeTotp | typeof removePasskey>(() => (id === null ? api(removeTotp, {}) : api(removePasskey, { params: { id } })))
      .finally(onChanged);
  const rename = (id: string, name: string) => action.run(() => api(renamePasskey, { params: { id }, body: { name } })).finally(onChanged);
  const renew = async () => {
    const response = await action.run(() => api(makeRecoveryCodes, {}));
    if (response !== undefined) finishAdding(response.data.attributes.recovery_codes);
  };
  const hasAny = factors.totp_enrolled || factors.passkeys.length > 0;
  const addProps = { onDone: finishAdding, onCancel: () => setAdding(undefined) };
  return (
    <Part title={t('security.factors.title')} hint={t('security.factors.hint')} problem={action.problem}>
      {hasAny ? null : <p>{t('security.factors.none')}</p>}
      <ul className="grid divide-y divide-line empty:hidden">
        {factors.totp_enrolled ? (
          <li className="flex flex-wrap items-center gap-x-4 py-2">
            <span className="mr-auto font-medium">{t('security.totp.name')}</span>
            <Button tone="text" className="min-h-11" disabled={action.isBusy} onClick={() => void remove(null)}>
              {t('security.remove')}
              <span className="sr-only">: {t('security.totp.name')}</span>
            </Button>
          </li>
        ) : null}
        {factors.passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            isBusy={action.isBusy}
            onRename={(name) => void rename(passkey.id, name)}
            onRemove={() => void remove(passkey.id)}
          />
        ))}
      </ul>
      {codes === undefined ? null : <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {adding === 'totp' ? <AddTotp {...addProps} /> : null}
      {adding === 'passkey' ? <AddPasskey {...addProps} /> : null}
      {adding === undefined && codes === undefined ? (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setAdding('totp')}>{t(factors.totp_enrolled ? 'security.totp.replace' : 'security.totp.add')}</Button>
          {isPossible ? <Button onClick={() => setAdding('passkey')}>{t('security.passkey.add')}</Button> : null}
          {hasAny ? (
            <Button disabled={action.isBusy} onClick={() => void renew()}>
              {t('security.codes.renew')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {hasAny ? (
        <p className={`text-sm ${factors.recovery_codes_left <= 2 ? 'text-loss' : 'text-muted'}`}>
          {t('security.codes.left', { count: factors.recovery_codes_left })}
        </p>
      ) : null}
    </Part>
  );
}

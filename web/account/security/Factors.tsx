import { useState } from 'react';
import {
  makeRecoveryCodes,
  type PasskeyAttributes,
  removePasskey,
  removeTotp,
  renamePasskey,
  type SecondFactorAttributes,
} from '#contract/second-factors.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { Button } from '#ui/Button.tsx';
import { useCanPasskeys } from '#web/account/factor/use-can-passkeys.ts';
import { useAccountCall } from '#web/account/fresh/use-account-call.ts';
import { useDeed } from '#web/account/fresh/use-deed.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { AddPasskey } from './AddPasskey.tsx';
import { AddTotp } from './AddTotp.tsx';
import { Part } from './Part.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { Rename } from './Rename.tsx';

export interface FactorsProps {
  readonly factors: SecondFactorAttributes;
  readonly onChanged: () => void;
}

interface LineProps {
  readonly passkey: PasskeyAttributes;
  readonly isBusy: boolean;
  readonly onRename: (name: string) => void;
  readonly onRemove: () => void;
}

function PasskeyLine({ passkey, isBusy, onRename, onRemove }: LineProps) {
  const { locale, t } = useWords();
  const [isNaming, setNaming] = useState(false);
  const { name, created_at: made, last_used_at: used } = passkey;
  if (isNaming)
    return (
      <Rename
        name={name}
        onCancel={() => setNaming(false)}
        onName={(next) => {
          setNaming(false);
          onRename(next);
        }}
      />
    );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
      <span className="mr-auto text-sm text-muted">
        {used === null
          ? t('security.passkey.made', { at: formatDateTime(made, locale) })
          : t('security.passkey.used', { at: formatDateTime(used, locale) })}
      </span>
      <Button tone="text" className="min-h-11" disabled={isBusy} onClick={() => setNaming(true)}>
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

/** Second factors: an app, passkeys, codes for the day they are lost. */
export function Factors({ factors, onChanged }: FactorsProps) {
  const { t } = useWords();
  const api = useAccountCall();
  const deed = useDeed();
  const [adding, setAdding] = useState<'totp' | 'passkey'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const isPossible = useCanPasskeys() && factors.passkeys_possible;
  const added = (made: readonly string[] | null) => {
    setAdding(undefined);
    if (made !== null) setCodes(made);
    onChanged();
  };
  const remove = (id: string | null) =>
    deed
      .run<typeof removeTotp | typeof removePasskey>(() => (id === null ? api(removeTotp, {}) : api(removePasskey, { params: { id } })))
      .finally(onChanged);
  const rename = (id: string, name: string) => deed.run(() => api(renamePasskey, { params: { id }, body: { name } })).finally(onChanged);
  const renew = async () => {
    const made = await deed.run(() => api(makeRecoveryCodes, {}));
    if (made !== undefined) added(made.data.attributes.recovery_codes);
  };
  const hasAny = factors.totp_enrolled || factors.passkeys.length > 0;
  const adder = { onDone: added, onCancel: () => setAdding(undefined) };
  return (
    <Part title={t('security.factors.title')} hint={t('security.factors.hint')} problem={deed.problem}>
      {hasAny ? null : <p>{t('security.factors.none')}</p>}
      <ul className="grid divide-y divide-line empty:hidden">
        {factors.totp_enrolled ? (
          <li className="flex flex-wrap items-center gap-x-4 py-2">
            <span className="mr-auto font-medium">{t('security.totp.name')}</span>
            <Button tone="text" className="min-h-11" disabled={deed.isBusy} onClick={() => void remove(null)}>
              {t('security.remove')}
              <span className="sr-only">: {t('security.totp.name')}</span>
            </Button>
          </li>
        ) : null}
        {factors.passkeys.map((passkey) => (
          <PasskeyLine
            key={passkey.id}
            passkey={passkey}
            isBusy={deed.isBusy}
            onRename={(name) => void rename(passkey.id, name)}
            onRemove={() => void remove(passkey.id)}
          />
        ))}
      </ul>
      {codes === undefined ? null : <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {adding === 'totp' ? <AddTotp {...adder} /> : null}
      {adding === 'passkey' ? <AddPasskey {...adder} /> : null}
      {adding === undefined && codes === undefined ? (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setAdding('totp')}>{t(factors.totp_enrolled ? 'security.totp.replace' : 'security.totp.add')}</Button>
          {isPossible ? <Button onClick={() => setAdding('passkey')}>{t('security.passkey.add')}</Button> : null}
          {hasAny ? (
            <Button disabled={deed.isBusy} onClick={() => void renew()}>
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

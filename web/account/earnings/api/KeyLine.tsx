import { useState } from 'react';
import { revokePartnerKey, rotatePartnerKey } from '#contract/partner-keys.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { useAccountCall } from '#web/account/fresh/use-account-call.ts';
import { useDeed } from '#web/account/fresh/use-deed.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { ShownKey } from './load-api.ts';
import type { Made } from './MadeSecret.tsx';

export interface KeyLineProps {
  readonly shown: ShownKey;
  readonly onChange: () => void;
  readonly onMade: (made: Made) => void;
  readonly onChanged: () => void;
}

/** How long the present secret goes on beside the next one. */
const HOURS = ['0', '1', '24', '168'] as const;

/** What is known of a key. */
function Facts({ shown }: { readonly shown: ShownKey }) {
  const { locale, t } = useWords();
  const at = (time: string) => formatDateTime(time, locale);
  const facts = [
    ['scopes', shown.scopes.map((scope) => t(`partner_api.scope_short.${scope.replace(':', '_')}`)).join(', ')],
    ['networks', shown.networks.length === 0 ? t('partner_api.key.anywhere') : shown.networks.join(', ')],
    ['created', at(shown.created_at)],
    [
      'used',
      shown.last_used_at === null
        ? t('partner_api.key.never_used')
        : t('partner_api.key.used_from', { at: at(shown.last_used_at), ip: shown.last_used_ip ?? '' }),
    ],
    ...(shown.old_secret_until === null ? [] : [['old_secret', t('partner_api.key.until', { at: at(shown.old_secret_until) })] as const]),
    ...(shown.revoked_at === null
      ? []
      : [['revoked', t(`partner_api.key.revoked_by.${shown.revoked_by ?? 'partner'}`, { at: at(shown.revoked_at) })] as const]),
  ] as const;
  return (
    <dl className="figures grid gap-1 text-sm leading-6">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{t(`partner_api.key.${name}`)}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Deeds({ shown, onChange, onMade, onChanged }: KeyLineProps) {
  const { t } = useWords();
  const api = useAccountCall();
  const deed = useDeed();
  const [hours, setHours] = useState<string>('24');
  const params = { id: shown.id };
  const rotate = async () => {
    const rotated = await deed.run(() => api(rotatePartnerKey, { params, body: { old_secret_hours: Number(hours) } }));
    if (rotated === undefined) return;
    onMade({ id: shown.id, name: shown.name, secret: rotated.data.attributes.secret ?? '' });
    onChanged();
  };
  const revoke = () => void deed.run(() => api(revokePartnerKey, { params })).finally(onChanged);
  return (
    <>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        <Button tone="text" className="min-h-11 text-sm" onClick={onChange}>
          {t('partner_api.key.change')}
          <span className="sr-only">: {shown.name}</span>
        </Button>
        <details>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
            {t('partner_api.key.rotate')}
            <span className="sr-only">: {shown.name}</span>
          </summary>
          <div className="mt-2 grid gap-3">
            <SelectField
              label={t('partner_api.key.old_goes_on')}
              name="hours"
              value={hours}
              options={HOURS.map((value) => ({ value, label: t(`partner_api.hours.${value}`) }))}
              onChoose={setHours}
            />
            <Button disabled={deed.isBusy} onClick={() => void rotate()}>
              {t('partner_api.key.rotate_sure')}
            </Button>
          </div>
        </details>
        <details>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
            {t('partner_api.key.revoke')}
            <span className="sr-only">: {shown.name}</span>
          </summary>
          <div className="mt-2 grid gap-3">
            <p className="text-sm text-muted">{t('partner_api.key.revoke_text')}</p>
            <Button tone="loss" disabled={deed.isBusy} onClick={revoke}>
              {t('partner_api.key.revoke_sure', { name: shown.name })}
            </Button>
          </div>
        </details>
      </div>
      {deed.problem === undefined ? null : (
        <p role="alert" className="text-sm text-loss">
          {deed.problem}
        </p>
      )}
    </>
  );
}

/** One key, and what can be done with it while it works. */
export function KeyLine(props: KeyLineProps) {
  const { t } = useWords();
  const { id, name, mode, revoked_at: revoked } = props.shown;
  return (
    <li className="grid max-w-2xl gap-3 rounded-tray border border-line bg-sheet p-4">
      <div>
        <h3 className={`font-semibold wrap-anywhere ${revoked === null ? '' : 'text-muted line-through'}`}>{name}</h3>
        <p className="figures text-sm text-muted wrap-anywhere">
          {t(`partner_api.mode.${mode}`)} · <span className="select-all">{id}</span>
        </p>
      </div>
      <Facts shown={props.shown} />
      {revoked === null ? <Deeds {...props} /> : null}
    </li>
  );
}

import { useState } from 'react';
import { revokePartnerKey, rotatePartnerKey } from '#contract/partner/partner-keys.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { useAction } from '#web/api/use-action.ts';
import type { PartnerKey } from '#web/earnings/api/load-api.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useAccountCall } from '#web/step-up/use-account-call.ts';

/** A new secret and its key. */
export interface NewSecret {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}

export interface KeyCardProps {
  readonly partnerKey: PartnerKey;
  readonly onEdit: () => void;
  readonly onSecret: (newSecret: NewSecret) => void;
  readonly onChanged: () => void;
}

/** Hours that the old secret stays valid after a rotation. */
const HOURS = ['0', '1', '24', '168'] as const;

/** Details of a key. */
function Facts({ partnerKey }: Pick<KeyCardProps, 'partnerKey'>) {
  const { locale, t } = useTranslation();
  const at = (time: string) => formatDateTime(time, locale);
  const facts = [
    ['scopes', partnerKey.scopes.map((scope) => t(`partner_api.scope_short.${scope.replace(':', '_')}`)).join(', ')],
    ['networks', partnerKey.networks.length === 0 ? t('partner_api.key.anywhere') : partnerKey.networks.join(', ')],
    ['created', at(partnerKey.created_at)],
    [
      'used',
      partnerKey.last_used_at === null
        ? t('partner_api.key.never_used')
        : t('partner_api.key.used_from', { at: at(partnerKey.last_used_at), ip: partnerKey.last_used_ip ?? '' }),
    ],
    ...(partnerKey.old_secret_until === null
      ? []
      : [['old_secret', t('partner_api.key.until', { at: at(partnerKey.old_secret_until) })] as const]),
    ...(partnerKey.revoked_at === null
      ? []
      : [['revoked', t(`partner_api.key.revoked_by.${partnerKey.revoked_by ?? 'partner'}`, { at: at(partnerKey.revoked_at) })] as const]),
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

function KeyActions({ partnerKey, onEdit, onSecret, onChanged }: KeyCardProps) {
  const { t } = useTranslation();
  const api = useAccountCall();
  const action = useAction();
  const [hours, setHours] = useState<string>('24');
  const params = { id: partnerKey.id };
  const rotate = async () => {
    const rotated = await action.run(() => api(rotatePartnerKey, { params, body: { old_secret_hours: Number(hours) } }));
    if (rotated === undefined) return;
    onSecret({ id: partnerKey.id, name: partnerKey.name, secret: rotated.data.attributes.secret ?? '' });
    onChanged();
  };
  const revoke = () => void action.run(() => api(revokePartnerKey, { params })).finally(onChanged);
  return (
    <>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        <Button tone="text" className="min-h-11 text-sm" onClick={onEdit}>
          {t('partner_api.key.change')}
          <span className="sr-only">: {partnerKey.name}</span>
        </Button>
        <details>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
            {t('partner_api.key.rotate')}
            <span className="sr-only">: {partnerKey.name}</span>
          </summary>
          <div className="mt-2 grid gap-3">
            <SelectField
              label={t('partner_api.key.old_goes_on')}
              name="hours"
              value={hours}
              options={HOURS.map((value) => ({ value, label: t(`partner_api.hours.${value}`) }))}
              onChoose={setHours}
            />
            <Button disabled={action.isBusy} onClick={() => void rotate()}>
              {t('partner_api.key.rotate_sure')}
            </Button>
          </div>
        </details>
        <details>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
            {t('partner_api.key.revoke')}
            <span className="sr-only">: {partnerKey.name}</span>
          </summary>
          <div className="mt-2 grid gap-3">
            <p className="text-sm text-muted">{t('partner_api.key.revoke_text')}</p>
            <Button tone="loss" disabled={action.isBusy} onClick={revoke}>
              {t('partner_api.key.revoke_sure', { name: partnerKey.name })}
            </Button>
          </div>
        </details>
      </div>
      {action.problem === undefined ? null : (
        <p role="alert" className="text-sm text-loss">
          {action.problem}
        </p>
      )}
    </>
  );
}

/** A key, with its actions while it is valid. */
export function KeyCard(props: KeyCardProps) {
  const { t } = useTranslation();
  const { id, name, mode, revoked_at: revokedAt } = props.partnerKey;
  return (
    <li className="grid max-w-2xl gap-3 rounded-tray border border-line bg-sheet p-4">
      <div>
        <h3 className={`font-semibold wrap-anywhere ${revokedAt === null ? '' : 'text-muted line-through'}`}>{name}</h3>
        <p className="figures text-sm text-muted wrap-anywhere">
          {t(`partner_api.mode.${mode}`)} · <span className="select-all">{id}</span>
        </p>
      </div>
      <Facts partnerKey={props.partnerKey} />
      {revokedAt === null ? <KeyActions {...props} /> : null}
    </li>
  );
}

import { useEffect, useRef, useState, type FormEvent, useId } from 'react';
import { changePartnerKey, createPartnerKey } from '#contract/partner/partner-keys.ts';
import { oneOf } from '#core/closed-list.ts';
import { type KeyMode, MAX_KEY_NAME_LENGTH, PARTNER_SCOPES, type PartnerScope, MAX_KEYS } from '#core/partner/partner.ts';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useCopy } from '#ui/use-copy.ts';
import { useAction } from '#web/api/use-action.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { required } from '#web/form/rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Part } from '#web/layout/Part.tsx';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import { KeyCard, type NewSecret } from './KeyCard.tsx';
import type { PartnerKey, PartnerApi } from './load-api.ts';

/** The id or the secret of a new key, with a button to copy it. */
function SecretPart({ name, value }: { readonly name: 'id' | 'secret'; readonly value: string }) {
  const { t } = useTranslation();
  const { state, copy } = useCopy(value);
  return (
    <div className="grid gap-1">
      <dt className="text-sm text-muted">{t(`partner_api.made.${name}`)}</dt>
      <dd className="flex flex-wrap items-center gap-3">
        <code className="figures min-w-0 flex-1 basis-56 font-medium wrap-anywhere select-all">{value}</code>
        <Button onClick={copy}>
          {t(state === 'copied' ? 'partner_api.made.copied' : 'partner_api.made.copy')}
          <span className="sr-only">: {t(`partner_api.made.${name}`)}</span>
        </Button>
      </dd>
    </div>
  );
}

/** Shows a key's id and secret once; closing needs a tick that they are saved. */
function NewSecretBox({ newSecret, onDone }: { readonly newSecret: NewSecret; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [isSaved, setSaved] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const fields = [
    ['id', newSecret.id],
    ['secret', newSecret.secret],
  ] as const;
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={t('partner_api.made.title', { name: newSecret.name })}
      className="grid max-w-2xl gap-4 rounded-tray border border-time bg-time-tint p-4"
    >
      <p className="font-semibold wrap-anywhere">{t('partner_api.made.title', { name: newSecret.name })}</p>
      <p className="text-sm">{t('partner_api.made.hint')}</p>
      <dl className="grid gap-3">
        {fields.map(([name, value]) => (
          <SecretPart key={name} name={name} value={value} />
        ))}
      </dl>
      <CheckField label={t('partner_api.made.kept')} checked={isSaved} onChange={(event) => setSaved(event.currentTarget.checked)} />
      <Button tone="action" className="justify-self-start" disabled={!isSaved} onClick={onDone}>
        {t('partner_api.made.done')}
      </Button>
    </div>
  );
}

/** Values of the form. */
interface KeyInput {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: PartnerScope[];
  readonly networks: string[];
}

interface KeyFormProps {
  /** The key to change; undefined: a new key. */
  readonly existing: PartnerKey | undefined;
  readonly modes: readonly KeyMode[];
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  readonly onSubmit: (input: KeyInput) => void;
  readonly onCancel: () => void;
}

const splitList = (text: string): string[] => text.split(/[\s,;]+/).filter((entry) => entry !== '');

/** Name, mode, scopes and allowed networks of a key. */
function KeyForm({ existing, modes, isBusy, problem, onSubmit, onCancel }: KeyFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(existing?.name ?? '');
  const [mode, setMode] = useState<KeyMode>(existing?.mode ?? modes.at(-1) ?? 'live');
  const [scopes, setScopes] = useState<readonly PartnerScope[]>(existing?.scopes ?? PARTNER_SCOPES);
  const [networks, setNetworks] = useState(existing?.networks.join('\n') ?? '');
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ name, mode, scopes: [...scopes], networks: splitList(networks) });
  };
  const toggle = (scope: PartnerScope, isChosen: boolean) =>
    setScopes(PARTNER_SCOPES.filter((other) => (other === scope ? isChosen : scopes.includes(other))));
  return (
    <CheckedForm rules={{ name: required }} ref={form} className="grid max-w-md gap-4 rounded-tray bg-well p-4" onSubmit={submit}>
      <TextField
        label={t('partner_api.key.name')}
        name="name"
        required
        maxLength={MAX_KEY_NAME_LENGTH}
        autoComplete="off"
        value={name}
        hint={t('partner_api.key.name_hint')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {existing === undefined ? (
        <SelectField
          label={t('partner_api.key.mode')}
          name="mode"
          value={mode}
          options={modes.map((choice) => ({ value: choice, label: t(`partner_api.mode.${choice}`) }))}
          onChoose={(value) => setMode(oneOf(modes, value) ?? 'live')}
        />
      ) : null}
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-sm font-medium">{t('partner_api.key.scopes')}</legend>
        {PARTNER_SCOPES.map((scope) => (
          <CheckField
            key={scope}
            label={t(`partner_api.scope.${scope.replace(':', '_')}`)}
            checked={scopes.includes(scope)}
            onChange={(event) => toggle(scope, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <div>
        <label htmlFor={id} className="mb-1 block text-sm font-medium">
          {t('partner_api.key.networks')}
        </label>
        <textarea
          id={id}
          rows={3}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-note`}
          className="figures block w-full rounded-tray border border-edge bg-sheet px-3 py-2 text-base hover:border-ink"
          value={networks}
          onChange={(event) => setNetworks(event.currentTarget.value)}
        />
        <p id={`${id}-note`} className="mt-1 text-sm text-muted">
          {t('partner_api.key.networks_hint')}
        </p>
      </div>
      {problem === undefined ? null : (
        <p role="alert" className="text-sm text-loss">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-5">
        <Button type="submit" tone="action" disabled={isBusy}>
          {t(existing === undefined ? 'partner_api.key.make' : 'partner_api.key.save')}
        </Button>
        <Button tone="text" className="min-h-11" onClick={onCancel}>
          {t('partner_api.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}

interface KeysProps extends Pick<PartnerApi, 'keys' | 'isVerified'> {
  readonly modes: readonly KeyMode[];
  readonly onChanged: () => void;
}

/** Partner keys: create, change, rotate, revoke. */
export function Keys({ keys, modes, isVerified, onChanged }: KeysProps) {
  const { t } = useTranslation();
  const api = useAccountCall();
  const action = useAction();
  const [form, setForm] = useState<'new' | PartnerKey>();
  const [newSecret, setNewSecret] = useState<NewSecret>();
  const isFull = keys.filter(({ revoked_at: revokedAt }) => revokedAt === null).length >= MAX_KEYS;
  const finish = () => {
    setForm(undefined);
    onChanged();
  };
  const submit = async ({ mode, ...input }: KeyInput) => {
    if (form !== 'new' && form !== undefined) {
      const changed = await action.run(() => api(changePartnerKey, { params: { id: form.id }, body: input }));
      return changed === undefined ? undefined : finish();
    }
    const created = await action.run(() => api(createPartnerKey, { body: { ...input, mode } }));
    if (created === undefined) return;
    const { name, secret } = created.data.attributes;
    setNewSecret({ id: created.data.id, name, secret: secret ?? '' });
    finish();
  };
  return (
    <Part title={t('partner_api.keys.title')}>
      {isVerified ? null : <Notice tone="time">{t('partner_api.keys.verify_first')}</Notice>}
      {newSecret === undefined ? null : <NewSecretBox newSecret={newSecret} onDone={() => setNewSecret(undefined)} />}
      {keys.length === 0 ? <p>{t('partner_api.keys.none')}</p> : null}
      <ul className="grid gap-4 empty:hidden">
        {keys.map((key) => (
          <KeyCard key={key.id} partnerKey={key} onEdit={() => setForm(key)} onSecret={setNewSecret} onChanged={onChanged} />
        ))}
      </ul>
      {form === undefined ? (
        <Button className="justify-self-start" disabled={!isVerified || isFull} onClick={() => setForm('new')}>
          {t('partner_api.keys.make')}
        </Button>
      ) : (
        <KeyForm
          key={form === 'new' ? 'new' : form.id}
          existing={form === 'new' ? undefined : form}
          modes={modes}
          isBusy={action.isBusy}
          problem={action.problem}
          onSubmit={(input) => void submit(input)}
          onCancel={() => setForm(undefined)}
        />
      )}
      {modes.includes('sandbox') ? null : <p className="text-sm text-muted">{t('partner_api.keys.no_sandbox')}</p>}
      {isFull ? <p className="text-sm text-muted">{t('partner_api.keys.full', { max: MAX_KEYS })}</p> : null}
    </Part>
  );
}

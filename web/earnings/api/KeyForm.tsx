import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { oneOf } from '#core/closed-list.ts';
import { type KeyMode, MAX_KEY_NAME_LENGTH, PARTNER_SCOPES, type PartnerScope } from '#core/partner/partner.ts';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { required } from '#web/form/rules.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PartnerKey } from '#web/earnings/api/load-api.ts';

/** Values of the form. */
export interface KeyInput {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: PartnerScope[];
  readonly networks: string[];
}

export interface KeyFormProps {
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
export function KeyForm({ existing, modes, isBusy, problem, onSubmit, onCancel }: KeyFormProps) {
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
    setScopes(PARTNER_SCOPES.filter((one) => (one === scope ? isChosen : scopes.includes(one))));
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
          options={modes.map((one) => ({ value: one, label: t(`partner_api.mode.${one}`) }))}
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

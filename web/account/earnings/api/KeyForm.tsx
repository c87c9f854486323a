import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type KeyMode, MAX_KEY_NAME, PARTNER_SCOPES, type PartnerScope } from '#core/partner.ts';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { required } from '#web/form/rules.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { ShownKey } from './load-api.ts';

/** A key as it was typed. */
export interface TypedKey {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: PartnerScope[];
  readonly networks: string[];
}

export interface KeyFormProps {
  /** The key that is changed; undefined: a new one. */
  readonly known: ShownKey | undefined;
  readonly modes: readonly KeyMode[];
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  readonly onSubmit: (typed: TypedKey) => void;
  readonly onCancel: () => void;
}

const words = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '');

/** What a key is called, what it is good for and from where. */
export function KeyForm({ known, modes, isBusy, problem, onSubmit, onCancel }: KeyFormProps) {
  const { t } = useWords();
  const id = useId();
  const first = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(known?.name ?? '');
  const [mode, setMode] = useState<KeyMode>(known?.mode ?? modes.at(-1) ?? 'live');
  const [scopes, setScopes] = useState<readonly PartnerScope[]>(known?.scopes ?? PARTNER_SCOPES);
  const [networks, setNetworks] = useState(known?.networks.join('\n') ?? '');
  useEffect(() => first.current?.querySelector('input')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ name, mode, scopes: [...scopes], networks: words(networks) });
  };
  const choose = (scope: PartnerScope, isChosen: boolean) =>
    setScopes(PARTNER_SCOPES.filter((one) => (one === scope ? isChosen : scopes.includes(one))));
  return (
    <CheckedForm rules={{ name: required }} ref={first} className="grid max-w-md gap-4 rounded-tray bg-well p-4" onSubmit={submit}>
      <TextField
        label={t('partner_api.key.name')}
        name="name"
        required
        maxLength={MAX_KEY_NAME}
        autoComplete="off"
        value={name}
        hint={t('partner_api.key.name_hint')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {known === undefined ? (
        <SelectField
          label={t('partner_api.key.mode')}
          name="mode"
          value={mode}
          options={modes.map((one) => ({ value: one, label: t(`partner_api.mode.${one}`) }))}
          onChoose={(value) => setMode(modes.find((one) => one === value) ?? 'live')}
        />
      ) : null}
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-sm font-medium">{t('partner_api.key.scopes')}</legend>
        {PARTNER_SCOPES.map((scope) => (
          <CheckField
            key={scope}
            label={t(`partner_api.scope.${scope.replace(':', '_')}`)}
            checked={scopes.includes(scope)}
            onChange={(event) => choose(scope, event.currentTarget.checked)}
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
          {t(known === undefined ? 'partner_api.key.make' : 'partner_api.key.save')}
        </Button>
        <Button tone="text" className="min-h-11" onClick={onCancel}>
          {t('partner_api.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}

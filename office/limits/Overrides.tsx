import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { NativeSelect } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

export interface OverridesProps {
  readonly title: string;
  readonly hint: string;
  /** Names with limits of their own. */
  readonly names: readonly string[];
  /** Names that can get limits of their own. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly isLocked: boolean;
  readonly onAdd: (name: string) => void;
  readonly onRemove: (name: string) => void;
  /** The fields of one name. */
  readonly children: (name: string) => ReactNode;
}

/** Limits of single payment systems or wallets that differ from the shop's. */
export function Overrides({ title, hint, names, choices, isLocked, onAdd, onRemove, children }: OverridesProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState('');
  const free = choices.filter(({ value }) => !names.includes(value));
  return (
    <section className="sheet">
      <h2>{title}</h2>
      <p className="dim">{hint}</p>
      {names.map((name) => (
        <fieldset key={name} className="limit-figures">
          <legend className="code">{name}</legend>
          {children(name)}
          {isLocked ? null : (
            <Button size="compact-sm" variant="default" aria-label={`${t('limits.remove')}: ${name}`} onClick={() => onRemove(name)}>
              {t('limits.remove')}
            </Button>
          )}
        </fieldset>
      ))}
      {isLocked || free.length === 0 ? null : (
        <div className="row">
          <NativeSelect
            aria-label={title}
            value={chosen}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={[{ value: '', label: t('limits.choose') }, ...free]}
          />
          <Button
            size="sm"
            variant="default"
            disabled={chosen === ''}
            onClick={() => {
              onAdd(chosen);
              setChosen('');
            }}
          >
            {t('limits.add')}
          </Button>
        </div>
      )}
    </section>
  );
}

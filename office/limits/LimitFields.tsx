import { Button } from '@mantine/core';
import { createContext, type ReactNode, use, useState } from 'react';
import { NativeSelect, TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CAP_KEYS, type CapsDraft, type LimitsDraft } from './draft.ts';

/** Shared by all fields of the form: whether they are locked, and the paths of invalid numbers. */
export const LimitFieldsContext = createContext<{ readonly isLocked: boolean; readonly wrong: readonly string[] }>({
  isLocked: true,
  wrong: [],
});

interface LimitFieldProps {
  /** Path within the limits, as refusals name it. */
  readonly path: string;
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

/** One whole number. */
export function LimitField({ path, onChange, ...field }: LimitFieldProps) {
  const { t } = useTranslation();
  const { isLocked, wrong } = use(LimitFieldsContext);
  return (
    <TextInput
      {...field}
      field={`limits/${path}`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={16}
      className="figures"
      error={wrong.includes(path) ? t('limits.not_a_number') : undefined}
      readOnly={isLocked}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface GroupProps<Draft> {
  readonly draft: Draft;
  /** Path of the group, with a slash at its end; empty at the top. */
  readonly path: string;
  readonly onChange: (draft: Draft) => void;
}

/** The amounts from which one person, then two, approve a payout. */
export function LimitGroup({ draft: { firstUsd, secondUsd }, path, onChange }: GroupProps<LimitsDraft>) {
  const { t } = useTranslation();
  const change = (part: Partial<LimitsDraft>) => onChange({ firstUsd, secondUsd, ...part });
  return (
    <>
      <LimitField path={`${path}firstUsd`} label={t('limits.first')} value={firstUsd} onChange={(value) => change({ firstUsd: value })} />
      <LimitField
        path={`${path}secondUsd`}
        label={t('limits.second')}
        value={secondUsd}
        onChange={(value) => change({ secondUsd: value })}
      />
    </>
  );
}

/** Caps per hour, day and destination. */
export function CapGroup({ draft, path, onChange }: GroupProps<CapsDraft>) {
  const { t } = useTranslation();
  return CAP_KEYS.map((key) => (
    <LimitField
      key={key}
      path={`${path}${key}`}
      label={t(`limits.cap.${key}`)}
      value={draft[key]}
      placeholder={t('limits.no_cap')}
      onChange={(value) => onChange({ ...draft, [key]: value })}
    />
  ));
}

interface OverridesProps {
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

import { createContext, use } from 'react';
import { TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CAP_KEYS, type CapsDraft, type LimitsDraft } from './draft.ts';

/** Shared by all fields of the form: whether they are locked, and the paths of invalid numbers. */
export const LimitFieldsContext = createContext<{ readonly isLocked: boolean; readonly wrong: readonly string[] }>({
  isLocked: true,
  wrong: [],
});

export interface LimitFieldProps {
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

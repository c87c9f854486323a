import { Fragment, type ReactNode } from 'react';
import { useFrozenWhileEditing } from './editing.ts';
import { EditingScope } from './EditingScope.tsx';

export interface FrozenWhileEditingProps<Stored> {
  readonly stored: Stored;
  /** A form over the stored value that reports its edits (`useFields`, `useEditing`). */
  readonly children: (stored: Stored) => ReactNode;
}

/** A form over a stored value: follows new versions until it is edited, then stays on the version that was read. */
export function FrozenWhileEditing<Stored extends { readonly version: number }>({ stored, children }: FrozenWhileEditingProps<Stored>) {
  const { value, report } = useFrozenWhileEditing(stored);
  return (
    <EditingScope report={report} isOutdated={value.version !== stored.version}>
      <Fragment key={value.version}>{children(value)}</Fragment>
    </EditingScope>
  );
}

import type { ReactNode } from 'react';
import { useEditorsBelow } from './editing.ts';
import { EditingScope } from './EditingScope.tsx';

export interface KeepWhileEditingProps {
  /** Whether the content is offered now. */
  readonly when: boolean;
  readonly children: ReactNode;
}

/** Content that is offered only at times: it stays while a form in it is edited, so that no input is lost. */
export function KeepWhileEditing({ when, children }: KeepWhileEditingProps) {
  const { isEditing, report } = useEditorsBelow();
  return when || isEditing ? (
    <EditingScope report={report} isOutdated={!when}>
      {children}
    </EditingScope>
  ) : null;
}

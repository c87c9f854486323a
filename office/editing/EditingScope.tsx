import { type ReactNode, useContext, useMemo } from 'react';
import { EditingContext } from './editing.ts';

export interface EditingScopeProps {
  /** From `useEditorsBelow` or `useFrozenWhileEditing`. */
  readonly report: (editorId: string, isEditing: boolean) => void;
  /** Only still on the screen because a form in it is edited. */
  readonly isOutdated: boolean;
  readonly children: ReactNode;
}

/** A part of the screen that stays while a form in it is edited. */
export function EditingScope({ report, isOutdated: isOutdatedHere, children }: EditingScopeProps) {
  const isOutdated = useContext(EditingContext).isOutdated || isOutdatedHere;
  const scope = useMemo(() => ({ report, isOutdated }), [report, isOutdated]);
  return <EditingContext value={scope}>{children}</EditingContext>;
}

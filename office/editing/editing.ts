import { createContext, useCallback, useContext, useId, useLayoutEffect, useState } from 'react';

interface EditingScopeValue {
  /** Called by a form as it opens and closes. Keeps its identity. */
  readonly report: (editorId: string, isEditing: boolean) => void;
  /** What is edited here was settled or changed by a colleague meanwhile. */
  readonly isOutdated: boolean;
}

/** The nearest part of the screen that stays while a form inside it is edited. */
export const EditingContext = createContext<EditingScopeValue>({ report: () => undefined, isOutdated: false });

/** Keeps the surrounding scope on the screen while `isEditing`. Returns whether a colleague has settled or changed it meanwhile. */
export function useEditing(isEditing: boolean): boolean {
  const { report, isOutdated } = useContext(EditingContext);
  const editorId = useId();
  useLayoutEffect(() => {
    if (!isEditing) return;
    report(editorId, true);
    return () => report(editorId, false);
  }, [report, editorId, isEditing]);
  return isOutdated;
}

const NO_EDITORS: ReadonlySet<string> = new Set();

/** Whether a form below is being edited; reported to the scope above as well. */
export function useEditorsBelow() {
  const { report: reportToParent } = useContext(EditingContext);
  const [editors, setEditors] = useState(NO_EDITORS);
  const report = useCallback(
    (editorId: string, isEditing: boolean) => {
      setEditors((before) => new Set([...[...before].filter((id) => id !== editorId), ...(isEditing ? [editorId] : [])]));
      reportToParent(editorId, isEditing);
    },
    [reportToParent],
  );
  return { isEditing: editors.size > 0, report };
}

/** The latest value; while a form below is edited, the value at the time editing began. */
export function useFrozenWhileEditing<Value>(latest: Value) {
  const { isEditing, report } = useEditorsBelow();
  const [frozen, setFrozen] = useState(latest);
  if (!isEditing && frozen !== latest) setFrozen(latest);
  return { value: isEditing ? frozen : latest, report };
}

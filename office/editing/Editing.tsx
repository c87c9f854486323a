import { Button } from '@mantine/core';
import { createContext, Fragment, type ReactNode, useCallback, useContext, useId, useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from '#office/i18n/Translation.tsx';

interface EditingScopeValue {
  /** Called by a form when its editing begins and ends. The function keeps its identity. */
  readonly report: (editorId: string, isEditing: boolean) => void;
  /** A colleague has settled or changed the edited item since the form was opened. */
  readonly isOutdated: boolean;
}

/** The nearest part of the screen that stays while a form inside it is edited. */
export const EditingContext = createContext<EditingScopeValue>({ report: () => undefined, isOutdated: false });

/** Keeps the surrounding scope on the screen while `isEditing`. Returns whether a colleague has settled or changed it since. */
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

interface EditingScopeProps {
  /** From `useEditorsBelow` or `useFrozenWhileEditing`. */
  readonly report: (editorId: string, isEditing: boolean) => void;
  /** True: it is only on the screen because a form in it is edited. */
  readonly isOutdated: boolean;
  readonly children: ReactNode;
}

/** A part of the screen that stays while a form in it is edited. */
export function EditingScope({ report, isOutdated: isOutdatedHere, children }: EditingScopeProps) {
  const isOutdated = useContext(EditingContext).isOutdated || isOutdatedHere;
  const scope = useMemo(() => ({ report, isOutdated }), [report, isOutdated]);
  return <EditingContext value={scope}>{children}</EditingContext>;
}

interface KeepWhileEditingProps {
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

interface FrozenWhileEditingProps<Stored> {
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

interface OutdatedNoticeProps {
  readonly when: boolean;
  /** Discards the input for the current state; without it the form's own cancel does. */
  readonly onRenew?: () => void;
}

/** Shown in a form whose subject a colleague has settled or changed since it was opened. */
export function OutdatedNotice({ when, onRenew }: OutdatedNoticeProps) {
  const { t } = useTranslation();
  return when ? (
    <p className="late" role="status">
      {t('office.gone')}{' '}
      {onRenew === undefined ? null : (
        <Button type="button" variant="subtle" size="compact-sm" onClick={onRenew}>
          {t('office.gone_renew')}
        </Button>
      )}
    </p>
  ) : null;
}

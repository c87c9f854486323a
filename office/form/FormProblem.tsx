import { type ReactNode, use } from 'react';
import { fieldProblem, problemMessage } from '#office/api/problem.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { FormRefusals } from './findings.ts';

export interface CommandProblemProps {
  /** Null or undefined: nothing is shown. */
  readonly error: unknown;
  /** A way on, after the message. */
  readonly children?: ReactNode;
}

/** Why a command was refused, in place. */
export function CommandProblem({ error, children }: CommandProblemProps) {
  const { t } = useTranslation();
  return error === null || error === undefined ? null : (
    <p className="problem" role="alert">
      {problemMessage(error, t)}
      {children === undefined ? null : <> {children}</>}
    </p>
  );
}

/** Why the command of this form was refused; nothing where a field of the form shows it. */
export function FormProblem({ children }: { readonly children?: ReactNode }) {
  const { error, fields } = use(FormRefusals);
  const isShownAtField = [...fields].some((field) => fieldProblem(error, field) !== undefined);
  return isShownAtField ? null : <CommandProblem error={error}>{children}</CommandProblem>;
}

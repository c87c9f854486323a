import { createContext, type ReactNode, use, useEffect, useId, useState } from 'react';
import type { Refusal } from '#core/refusal.ts';
import { fieldProblem, problemMessage } from '#office/api/call-failure.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** One finding of a form about one field; every check makes new ones. */
export interface Finding {
  readonly refusal: Refusal;
}

/** What a form has found wrong before it was sent, by the ids of its fields. */
export const FormFindings = createContext<Readonly<Record<string, Finding>>>({});

interface Refused {
  /** The failed call; null where none failed. */
  readonly error: unknown;
  /** Members of the body that have a field in the form: their refusals are shown there. */
  readonly fields: Set<string>;
}

/** What the server has refused of a form. */
export const FormRefusals = createContext<Refused>({ error: null, fields: new Set() });

/** The id of a field and its form's finding, which is shown until the value changes. */
export function useFinding(givenId: string | undefined, value: unknown): { readonly id: string; readonly problem: string | undefined } {
  const { t } = useTranslation();
  const ownId = useId();
  const id = givenId ?? ownId;
  const finding = use(FormFindings)[id];
  const [checked, setChecked] = useState({ finding, value });
  if (checked.finding !== finding) setChecked({ finding, value });
  if (finding === undefined || !Object.is(checked.value, value)) return { id, problem: undefined };
  const key = `refusals.detail.${finding.refusal.message ?? finding.refusal.code}`;
  const text = t(key, finding.refusal.params);
  // Without a connection the sentences of refusals may be missing
  return { id, problem: text === key ? t('office.field.check') : text };
}

/** The server's refusal of one of these members of the body, shown at their field. */
export function useRefusal(members: string | readonly string[] = []): string | undefined {
  const { error, fields } = use(FormRefusals);
  const list = [members].flat().join(' ');
  useEffect(() => {
    const names = list.split(' ').filter((name) => name !== '');
    for (const name of names) fields.add(name);
    return () => {
      for (const name of names) fields.delete(name);
    };
  }, [fields, list]);
  return [members]
    .flat()
    .map((member) => fieldProblem(error, member))
    .find((message) => message !== undefined);
}

interface CommandProblemProps {
  /** Null or undefined: nothing is shown. */
  readonly error: unknown;
  /** A link or button after the message. */
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

/** Why the command of this form was refused, unless a field of the form already shows it. */
export function FormProblem({ children }: { readonly children?: ReactNode }) {
  const { error, fields } = use(FormRefusals);
  const isShownAtField = [...fields].some((field) => fieldProblem(error, field) !== undefined);
  return isShownAtField ? null : <CommandProblem error={error}>{children}</CommandProblem>;
}

import { type ComponentProps, type RefObject, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { focusInvalid } from '#ui/field-errors.ts';
import { ensureMessages } from '#office/i18n/load-messages.ts';
import { type Finding, FormFindings, FormRefusals } from './FormProblem.tsx';
import { WaitingApprovals, type Waits } from './WaitingApprovals.tsx';
import { wrongFields } from './wrong-fields.ts';

export interface CheckedFormProps extends Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit' | 'ref'> {
  /** What the form sends (`useCommand`): its refusals are shown at the fields and in `FormProblem`. Not sent again while pending. */
  readonly command?: { readonly error: unknown; readonly isPending: boolean };
  /** Called when nothing is wrong with the fields that the form can judge. */
  readonly onSubmit: () => unknown;
  /** Checks and marks what only the caller can judge. Returns whether nothing is wrong. */
  readonly isRight?: () => boolean;
  /** Proposals of this form that may wait for a second person; the form lists those that do. */
  readonly waits?: Waits | undefined;
  readonly ref?: RefObject<HTMLFormElement | null>;
}

/**
 * The form element of the office. All wrong fields are marked at once in the page's language (spec 5); the first gets the focus, whether form
 * or server refused it.
 */
export function CheckedForm({ ref, command, onSubmit, isRight = () => true, waits, onInput, children, ...form }: CheckedFormProps) {
  const [findings, setFindings] = useState<Readonly<Record<string, Finding>>>({});
  const ownRef = useRef<HTMLFormElement>(null);
  const element = ref ?? ownRef;
  const isSent = useRef(false);
  const [fields] = useState(() => new Set<string>());
  const error = command?.error ?? null;
  const refusals = useMemo(() => ({ error, fields }), [error, fields]);
  useEffect(() => {
    if (isSent.current && focusInvalid(element.current)) isSent.current = false;
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React passes the submit event of a form in a dialog on to the form around it
    if (event.target !== event.currentTarget || command?.isPending === true) return;
    const wrong = wrongFields(event.currentTarget);
    const show = () => {
      isSent.current = true;
      setFindings(Object.fromEntries([...wrong].map(([id, refusal]) => [id, { refusal }])));
    };
    const isAllRight = isRight();
    if (wrong.size > 0) return void ensureMessages('refusals').then(show, show);
    show();
    if (isAllRight) onSubmit();
  };
  return (
    <FormFindings value={findings}>
      <FormRefusals value={refusals}>
        <form
          {...form}
          noValidate
          ref={element}
          onSubmit={submit}
          onInput={(event) => {
            isSent.current = false;
            onInput?.(event);
          }}
        >
          {waits === undefined ? null : <WaitingApprovals waits={waits} />}
          {children}
        </form>
      </FormRefusals>
    </FormFindings>
  );
}

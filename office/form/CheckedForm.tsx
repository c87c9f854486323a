import { type ComponentProps, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { needWords } from '#office/words/load-words.ts';
import { type Finding, FoundWrong } from './found-wrong.ts';
import { WaitingApprovals, type Waits } from './WaitingApprovals.tsx';
import { wrongFields } from './wrong-fields.ts';

export interface CheckedFormProps extends Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit' | 'ref'> {
  /** Called when nothing is wrong with the fields that the form can judge. */
  readonly onSubmit: () => unknown;
  /** Names what only the caller can judge, together with what the form finds; true: nothing is wrong. */
  readonly isRight?: () => boolean;
  /** What of it may wait for a second person: the form names what does. */
  readonly waits?: Waits | undefined;
  readonly ref?: RefObject<HTMLFormElement | null>;
}

/**
 * The one form of the office: no bubbles of the browser; all wrong fields are named at once in the page's language (spec 5), and the
 * first of them has the focus, whether the form or the server has found it wrong.
 */
export function CheckedForm({ ref, onSubmit, isRight = () => true, waits, onInput, children, ...form }: CheckedFormProps) {
  const [found, setFound] = useState<Readonly<Record<string, Finding>>>({});
  const own = useRef<HTMLFormElement>(null);
  const element = ref ?? own;
  const isSent = useRef(false);
  useEffect(() => {
    const first = isSent.current ? element.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : null;
    if (first == null) return;
    isSent.current = false;
    first.focus();
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React hands the sending of a form in a dialog on to the form around it
    if (event.target !== event.currentTarget) return;
    const wrong = wrongFields(event.currentTarget);
    const show = () => {
      isSent.current = true;
      setFound(Object.fromEntries([...wrong].map(([id, refusal]) => [id, { refusal }])));
    };
    const isAllRight = isRight();
    if (wrong.size > 0) return void needWords('refusals').then(show, show);
    show();
    if (isAllRight) onSubmit();
  };
  return (
    <FoundWrong value={found}>
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
    </FoundWrong>
  );
}

import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { FieldErrors } from '#ui/field-errors.ts';
import { loadRefusalWords, refusalText } from '#web/i18n/refusal-words.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { type Rules, wrongFields } from './rules.ts';

export interface CheckedFormProps extends Omit<ComponentProps<'form'>, 'noValidate'> {
  /** What keeps the form from being sent; `{}` where nothing is typed or nothing is required. */
  readonly rules: Rules;
}

const nameOf = (target: EventTarget): string => (target as Partial<HTMLInputElement>).name ?? '';

/**
 * The one form of the site: no bubbles of the browser, all wrong fields named at once in the page's language (spec 5). Without scripts
 * it is sent as it stands, and the server answers with the same words.
 */
export function CheckedForm({ rules, onSubmit, onInput, children, ...form }: CheckedFormProps) {
  const { locale, t } = useWords();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  /** The first wrong field, until its error is drawn. */
  const first = useRef<HTMLElement>(null);
  useEffect(() => {
    first.current?.focus();
    first.current = null;
  }, [errors]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    const wrong = wrongFields(new FormData(element), rules);
    if (wrong.size === 0) {
      setErrors({});
      return onSubmit?.(event);
    }
    event.preventDefault();
    const show = () => {
      first.current = element.querySelector<HTMLElement>(`[name="${[...wrong.keys()][0] ?? ''}"]`);
      setErrors(Object.fromEntries([...wrong].map(([name, refusal]) => [name, refusalText(t, refusal)])));
    };
    return void loadRefusalWords(locale).then(show);
  };
  const forget = (name: string) => {
    if (errors[name] !== undefined) setErrors(({ [name]: _old, ...rest }) => rest);
  };
  return (
    <FieldErrors value={errors}>
      <form
        {...form}
        noValidate
        onSubmit={submit}
        onInput={(event) => {
          if (Object.keys(rules).length > 0) void loadRefusalWords(locale);
          forget(nameOf(event.target));
          onInput?.(event);
        }}
      >
        {children}
      </form>
    </FieldErrors>
  );
}

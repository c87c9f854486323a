import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { FieldErrors } from '#ui/field-errors.ts';
import { loadRefusalMessages, refusalText } from '#web/i18n/refusal-messages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type Rules, refusedFields } from './rules.ts';

export interface CheckedFormProps extends Omit<ComponentProps<'form'>, 'noValidate'> {
  /** Checks before submission, by field name. */
  readonly rules?: Rules;
}

const NO_RULES: Rules = {};

const nameOf = (target: EventTarget): string => (target as Partial<HTMLInputElement>).name ?? '';

/**
 * The form component of the site: shows all refused fields at once in the page's language (spec 5). Without scripts the server
 * responds with the same texts.
 */
export function CheckedForm({ rules = NO_RULES, onSubmit, onInput, children, ...form }: CheckedFormProps) {
  const { locale, t } = useTranslation();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  /** The first refused field; focused once its error is rendered. */
  const firstInvalid = useRef<HTMLElement>(null);
  useEffect(() => {
    firstInvalid.current?.focus();
    firstInvalid.current = null;
  }, [errors]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    const refusals = refusedFields(new FormData(element), rules);
    if (refusals.size === 0) {
      setErrors({});
      return onSubmit?.(event);
    }
    event.preventDefault();
    const showErrors = () => {
      firstInvalid.current = element.querySelector<HTMLElement>(`[name="${[...refusals.keys()][0] ?? ''}"]`);
      setErrors(Object.fromEntries([...refusals].map(([name, refusal]) => [name, refusalText(t, refusal)])));
    };
    return void loadRefusalMessages(locale).then(showErrors);
  };
  const clearError = (name: string) => {
    if (errors[name] !== undefined) setErrors(({ [name]: _cleared, ...others }) => others);
  };
  return (
    <FieldErrors value={errors}>
      <form
        {...form}
        noValidate
        onSubmit={submit}
        onInput={(event) => {
          if (Object.keys(rules).length > 0) void loadRefusalMessages(locale);
          clearError(nameOf(event.target));
          onInput?.(event);
        }}
      >
        {children}
      </form>
    </FieldErrors>
  );
}

import { createContext, type RefObject, use, useEffect, useState } from 'react';

/** Error messages of the form's own check, by field name. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({});

/** Error of a field: that of the form's check, else that of the server. */
export function useFieldError(name: string | undefined, serverError: string | undefined): string | undefined {
  const formErrors = use(FieldErrors);
  return (name === undefined ? undefined : formErrors[name]) ?? serverError;
}

/** Focuses the first invalid field, opening the folded parts around it; false: there is none. */
export function focusInvalid(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  for (let fold = field?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true;
  field?.focus();
  return field != null;
}

/** Returns a function that focuses the first invalid field after the next render, which shows its error. */
export function useFocusInvalid(form: RefObject<HTMLElement | null>): () => void {
  const [requestCount, setRequestCount] = useState(0);
  useEffect(() => {
    if (requestCount > 0) focusInvalid(form.current);
  }, [requestCount, form]);
  return () => setRequestCount((count) => count + 1);
}

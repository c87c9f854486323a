import { createContext, use } from 'react';

/** Error messages of the form's own check, by field name. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({});

/** Error of a field: that of the form's check, else that of the server. */
export function useFieldError(name: string | undefined, serverError: string | undefined): string | undefined {
  const formErrors = use(FieldErrors);
  return (name === undefined ? undefined : formErrors[name]) ?? serverError;
}

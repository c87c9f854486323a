import { createContext, use } from 'react';

/** What a form has found wrong before it was sent, in words, by the names of its fields. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({});

/** What is wrong with a field: what its form has just found, else what its page was answered. */
export function useFieldError(name: string | undefined, answered: string | undefined): string | undefined {
  const found = use(FieldErrors);
  return (name === undefined ? undefined : found[name]) ?? answered;
}

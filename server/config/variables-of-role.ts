import { VARIABLES } from './variables.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The variables that a process of this `ROLE` reads. With an invalid role: all; its own rule refuses it. */
export function variablesOfRole(variables: Variables): Variables {
  const role = variables['ROLE'];
  if (role !== 'web' && role !== 'jobs') return variables;
  return Object.fromEntries(
    Object.entries(VARIABLES).flatMap(([name, { readers }]) => (readers.includes(role) ? [[name, variables[name]]] : [])),
  );
}

import { VARIABLES } from './variables.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The variables that a process of this `ROLE` reads. An invalid role gets all of them and is refused by its own rule. */
export function ownVariables(variables: Variables): Variables {
  const role = variables['ROLE'];
  if (role !== 'web' && role !== 'jobs') return variables;
  return Object.fromEntries(
    Object.entries(VARIABLES).flatMap(([name, { readers }]) => (readers.includes(role) ? [[name, variables[name]]] : [])),
  );
}

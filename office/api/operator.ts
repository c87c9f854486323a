import { createContext, useContext } from 'react';
import { deleteSession } from '#contract/account/sessions.ts';
import type { OperatorAttributes } from '#contract/office/shop/operator.ts';
import { BASE } from '#office/paths.ts';
import { useCommand } from './use-command.ts';

/** Filled by the gate. */
export const OperatorContext = createContext<OperatorAttributes | null>(null);

/** The signed-in operator; only behind the gate. */
export function useOperator(): OperatorAttributes {
  const operator = useContext(OperatorContext);
  if (operator === null) throw new Error('useOperator needs the gate');
  return operator;
}

const reload = () => window.location.assign(BASE);

/** Ends the session and reloads the page, so that nothing read with it stays. */
export const useSignOut = () => useCommand(deleteSession, { onDone: reload, onRefused: reload });

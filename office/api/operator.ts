import { createContext, useContext } from 'react';
import type { OperatorAttributes } from '#contract/office/shop/operator.ts';

/** Filled by the gate. */
export const OperatorContext = createContext<OperatorAttributes | null>(null);

/** The signed-in operator; only behind the gate. */
export function useOperator(): OperatorAttributes {
  const operator = useContext(OperatorContext);
  if (operator === null) throw new Error('useOperator needs the gate');
  return operator;
}

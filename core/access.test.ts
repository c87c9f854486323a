import { expect, test } from 'vitest';
import { actionsOf, isOperatorMove, isOperatorRole, may, mayMove, OFFICE_ACTIONS, OPERATOR_MOVES, OPERATOR_ROLES, operatorMovesFrom } from './access.ts';
import { isLegal, MOVE_NAMES, MOVES } from './order/lifecycle.ts';
import { ORDER_STATUSES } from './order/status.ts';

test('every move of the table that an operator makes has its people, and no other move has', () => {
  const fromTable = MOVE_NAMES.filter((name) => (MOVES[name].by as readonly string[]).includes('operator'));
  expect(Object.keys(OPERATOR_MOVES).sort()).toEqual([...fromTable].sort());
});

test('customers may nothing, owners everything', () => {
  for (const action of OFFICE_ACTIONS) {
    expect(may('customer', action)).toBe(false);
    expect(may('owner', action)).toBe(true);
  }
  expect(actionsOf('customer')).toEqual([]);
  expect(actionsOf('nobody')).toEqual([]);
  expect(isOperatorRole('customer')).toBe(false);
});

test('buttons are a subset of the table for every role and state', () => {
  for (const role of OPERATOR_ROLES) {
    for (const status of ORDER_STATUSES) {
      for (const move of operatorMovesFrom(status, role)) {
        expect(isLegal(move, status, 'operator')).toBe(true);
        expect(mayMove(role, move)).toBe(true);
      }
    }
  }
});

test('auditors and content editors move nothing; compliance decisions need compliance and a note', () => {
  for (const status of ORDER_STATUSES) {
    expect(operatorMovesFrom(status, 'auditor')).toEqual([]);
    expect(operatorMovesFrom(status, 'content')).toEqual([]);
    expect(operatorMovesFrom(status, 'customer')).toEqual([]);
  }
  expect(operatorMovesFrom('compliance_hold', 'cashier')).toEqual([]);
  expect(operatorMovesFrom('compliance_hold', 'compliance')).toEqual(['clear_compliance', 'refund_from_compliance', 'moderate_compliance']);
  expect(OPERATOR_MOVES.clear_compliance.note).toBe('required');
});

test('words that are not moves are not moves', () => {
  for (const word of ['', 'toString', '__proto__', 'cancel', 'constructor']) expect(isOperatorMove(word)).toBe(false);
});

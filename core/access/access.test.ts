import { makeCause } from '#tests/make/cause.ts';
import type { Cause } from '#core/order/cause.ts';
import { expect, test } from 'vitest';
import { ASSETS, makeOrder } from '#tests/make/order.ts';
import {
  accessRefusal,
  accessRefusals,
  type Action,
  type Actor,
  actionsOf,
  PERSONAL_ACTIONS,
  isOperatorMove,
  isOperatorRole,
  may,
  mayMove,
  OFFICE_ACTIONS,
  OPERATOR_MOVES,
  OPERATOR_ROLES,
} from './access.ts';
import { MANUAL_MOVES } from '#core/order/actions.ts';
import { decide } from '#core/order/decide.ts';
import { MOVE_NAMES, MOVES } from '#core/order/lifecycle.ts';

test('every operator move has roles, and no other move has any', () => {
  const fromTable = MOVE_NAMES.filter((name) => (MOVES[name].by as readonly string[]).includes('operator'));
  expect(Object.keys(OPERATOR_MOVES).sort()).toEqual([...fromTable].sort());
});

test('customers have no permissions, owners have all', () => {
  for (const action of OFFICE_ACTIONS) {
    expect(may('customer', action)).toBe(false);
    expect(may('owner', action)).toBe(true);
  }
  expect(actionsOf('customer')).toEqual([]);
  expect(actionsOf('nobody')).toEqual([]);
  expect(isOperatorRole('customer')).toBe(false);
});

const ACTIONS = [...OFFICE_ACTIONS, ...(Object.keys(PERSONAL_ACTIONS) as (keyof typeof PERSONAL_ACTIONS)[])];
const user = (role: string, hasVerifiedEmail = true): Actor => ({ kind: 'user', role, hasVerifiedEmail });
const ACTORS: Actor[] = [
  { kind: 'guest' },
  { kind: 'half_open' },
  user('customer', false),
  user('customer'),
  ...OPERATOR_ROLES.map((role) => user(role)),
];
const verdicts = (action: Action) => ACTORS.slice(0, 4).map((actor) => accessRefusal(actor, action) ?? 'yes');

test('each access level includes those before it, and a refusal names what is missing', () => {
  expect(verdicts('exchange')).toEqual(['yes', 'yes', 'yes', 'yes']);
  expect(verdicts('give_factor')).toEqual(['not_authenticated', 'yes', 'yes', 'yes']);
  expect(verdicts('change_account')).toEqual(['not_authenticated', 'not_authenticated', 'yes', 'yes']);
  expect(verdicts('edit_profile')).toEqual(['not_authenticated', 'not_authenticated', 'email_not_verified', 'yes']);
  expect(verdicts('read_orders')).toEqual(['not_authenticated', 'second_factor_required', 'access_denied', 'access_denied']);
});

test('every action lists exactly its refusals, and office actions accept only their roles', () => {
  for (const action of ACTIONS) {
    const refused = new Set(ACTORS.map((actor) => accessRefusal(actor, action)).filter((code) => code !== undefined));
    expect([...refused].toSorted(), action).toEqual([...accessRefusals(action)].toSorted());
  }
  for (const action of OFFICE_ACTIONS)
    for (const role of OPERATOR_ROLES) expect(accessRefusal(user(role), action) === undefined).toBe(may(role, action));
});

test('auditors and content editors make no moves; only compliance decides on holds', () => {
  for (const move of Object.keys(OPERATOR_MOVES).filter(isOperatorMove)) {
    for (const role of ['auditor', 'content', 'customer', 'nobody']) expect(mayMove(role, move)).toBe(false);
    expect(mayMove('owner', move)).toBe(true);
  }
  expect(mayMove('cashier', 'clear_compliance')).toBe(false);
  expect(mayMove('compliance', 'clear_compliance')).toBe(true);
});

test('a move that needs a reason requires a note', () => {
  const untold = MANUAL_MOVES.filter((move) => {
    const order = makeOrder(MOVES[move].from[0], { creditedAmount: move === 'reject' ? 0n : 1n });
    const decided = decide(order, { ...makeCause(move, 'operator'), note: null } as Cause, ASSETS);
    return !decided.ok && decided.refusals[0]?.code === 'required';
  });
  expect(untold).toContain('reject');
  for (const move of untold) expect(OPERATOR_MOVES[move].note).toBe('required');
});

test('unknown names are not moves', () => {
  for (const word of ['', 'toString', '__proto__', 'cancel', 'constructor']) expect(isOperatorMove(word)).toBe(false);
});

import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ORDER_AUDIT_ACTIONS, OTHER_AUDIT_ACTIONS } from '#core/staff/audit-action.ts';
import { LOCALES } from '#core/locale.ts';
import { MANUAL_MOVES } from '#core/order/actions.ts';
import { root } from './files.ts';

type Branch = { readonly [name: string]: string | Branch };

const actionsOf = (locale: string, file: string): Branch =>
  (JSON.parse(fs.readFileSync(path.join(root, 'locales', locale, `${file}.json`), 'utf8')) as Readonly<Record<'deed', Branch>>).deed;

const wordsAt = (branch: Branch, action: string): string | undefined => {
  const found = action
    .split('.')
    .reduce<string | Branch | undefined>((at, name) => (typeof at === 'object' ? at[name] : undefined), branch);
  return typeof found === 'string' ? found : undefined;
};

describe.each(LOCALES)('the audit log in %s', (locale) => {
  const ofOrders = actionsOf(locale, 'office');
  const others = actionsOf(locale, 'office_staff');

  it('has a message for every recorded action, once', () => {
    const wrong = [
      ...ORDER_AUDIT_ACTIONS.filter((action) => !wordsAt(ofOrders, action) || wordsAt(others, action) !== undefined),
      ...[...OTHER_AUDIT_ACTIONS, ...MANUAL_MOVES.map((move) => `order.${move}`)].filter(
        (action) => !wordsAt(others, action) || wordsAt(ofOrders, action) !== undefined,
      ),
    ];
    expect(wrong).toEqual([]);
  });
});

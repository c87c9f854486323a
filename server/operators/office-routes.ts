import { getOperator, keepAwake } from '#contract/office.ts';
import { actionsOf } from '#core/access.ts';
import { LOCALES } from '#core/locale.ts';
import { accept } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';

export const officeOperatorRoutes = (deps: Pick<Deps, 'settings'>): Route[] => [
  route(getOperator, async (call) => {
    const operator = call.visitor;
    const { userId, email, role } = operator;
    const attributes = { email, role, actions: actionsOf(role), mode: deps.settings.mode, locales: [...LOCALES] };
    return accept({ data: { type: 'operators', id: userId, attributes } });
  }),
  route(keepAwake, async () => {
    return accept({});
  }),
];

import { getOperator, keepAwake } from '#contract/office/shop/operator.ts';
import { actionsOf } from '#core/access/access.ts';
import { LOCALES } from '#core/locale.ts';
import { actionsOn } from '#core/config/optional-modules.ts';
import { accept } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';

/** Office routes about the operator who is signed in. */
export const officeOperatorRoutes = (deps: Pick<Deps, 'settings'>): Route[] => [
  route(getOperator, async (call) => {
    const operator = call.visitor;
    const { userId, email, role } = operator;
    const attributes = {
      email,
      role,
      actions: actionsOn(actionsOf(role), deps.settings.modulesOff ?? []),
      mode: deps.settings.mode,
      locales: [...LOCALES],
    };
    return accept({ data: { type: 'operators', id: userId, attributes } });
  }),
  route(keepAwake, async () => {
    return accept({});
  }),
];

import { officeListSwitches, officeSwitchOff, officeSwitchOn, type SwitchAttributes } from '#contract/office/shop/switches.ts';
import type { Direction } from '#core/payment-system/payment-system.ts';
import { accept, refuse } from '#core/result.ts';
import { inForce, needsSubject, pairName, type Switch } from '#core/staff/switches.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { readSwitchesWithAuthors } from './store.ts';
import { switchAllOff, switchOn } from './switch-off.ts';

interface Author {
  readonly madeBy: string | null;
  readonly madeAt: number;
}

function present(item: Switch, { madeBy, madeAt }: Author, now: number): SwitchAttributes {
  const { kind, subject, side, reason, text, from, until } = item;
  return {
    kind,
    subject,
    side,
    reason,
    text,
    from: toRfc3339(from),
    until: until === null ? null : toRfc3339(until),
    is_in_force: inForce([item], now).length > 0,
    made_by: madeBy,
    made_at: toRfc3339(madeAt),
  };
}

const pairOf = ({ incomeCode, outcomeCode }: Direction): string => pairName(incomeCode, outcomeCode);

/** Whether customers can use the direction. */
const isOpen = ({ catalogue }: Pick<Deps, 'catalogue'>, { enabled, incomeCode, outcomeCode }: Direction): boolean =>
  enabled && catalogue.paymentSystem(incomeCode)?.incomeEnabled === true && catalogue.paymentSystem(outcomeCode)?.outcomeEnabled === true;

const listRoute = (deps: Deps): Route =>
  route(officeListSwitches, async ({ locale }) => {
    const now = deps.clock.now();
    const rows = await readSwitchesWithAuthors(deps.db, now);
    const directions = deps.catalogue.directions();
    return accept({
      data: rows.map((row) => ({ type: 'switches', id: row.id, attributes: present(row, row, now) })),
      meta: {
        server_time: toRfc3339(now),
        payment_systems: deps.catalogue
          .paymentSystems()
          .map(({ code, name, currency, rail }) => ({ code, name: name[locale], currency, rail })),
        directions: directions.map(pairOf),
        closed_directions: directions.filter((direction) => !isOpen(deps, direction)).map(pairOf),
        rails: [...deps.rails.keys()],
      },
    });
  });

const offRoute = (deps: Deps): Route =>
  route(officeSwitchOff, async ({ visitor: operator, body, tx }) => {
    const subjects = [...new Set((body.subjects ?? [body.subject ?? '']).map((name) => name.trim()))].filter((name) => name !== '');
    if (needsSubject(body.kind) && subjects.length === 0)
      return refuse({ code: 'required', field: body.subjects === undefined ? 'subject' : 'subjects' });
    const text = body.text ?? null;
    // A text needs both languages
    if (text !== null && text.ru.trim() === '' && text.en.trim() !== '') return refuse({ code: 'required', field: 'text/ru' });
    if (text !== null && text.en.trim() === '' && text.ru.trim() !== '') return refuse({ code: 'required', field: 'text/en' });
    const parseTime = (time: string | null | undefined) => (time == null ? null : Date.parse(time));
    const created = await switchAllOff(
      deps,
      tx,
      {
        kind: body.kind,
        subjects: needsSubject(body.kind) ? subjects : [null],
        side: body.side,
        reason: body.reason,
        text: text === null || text.ru.trim() === '' ? null : { ru: text.ru.trim(), en: text.en.trim() },
        from: parseTime(body.from),
        until: parseTime(body.until),
      },
      operator.userId,
    );
    if (!created.ok) return created;
    const now = deps.clock.now();
    const attributes = present(created.value, { madeBy: operator.email, madeAt: now }, now);
    return accept({ data: { type: 'switches', id: created.value.id, attributes } });
  });

const onRoute = (deps: Deps): Route =>
  route(officeSwitchOn, async ({ visitor: operator, params, body, tx }) => {
    const now = deps.clock.now();
    const existing = (await readSwitchesWithAuthors(tx, now)).find(({ id }) => id === params.id);
    const lifted = await switchOn(deps, tx, { id: params.id, operatorId: operator.userId, note: body.note?.trim() || null });
    if (!lifted.ok) return lifted;
    const author = existing ?? { madeBy: null, madeAt: lifted.value.from };
    const attributes = { ...present(lifted.value, author, now), is_in_force: false };
    return accept({ data: { type: 'switches', id: params.id, attributes } });
  });

/** Office routes about switches (domain 11). */
export const officeSwitchRoutes = (deps: Deps): Route[] => [listRoute(deps), offRoute(deps), onRoute(deps)];

import type { Translation } from '#office/i18n/Translation.tsx';

/** Name of an audited action (`core/staff/audit-action.ts`), from the messages of order history or of staff. An action of an earlier release may have none: then its code. */
export function auditActionName(action: string, t: Translation['t']): string {
  const found = [`office.deed.${action}`, `office_staff.deed.${action}`]
    .map((key) => ({ key, text: t(key) as unknown }))
    .find(({ key, text }) => typeof text === 'string' && text !== key && !text.startsWith('key '));
  return found === undefined ? action : String(found.text);
}

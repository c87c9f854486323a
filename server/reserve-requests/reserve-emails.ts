import * as z from 'zod/mini';
import { formatMoney } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { findRequest, type RequestRow } from './store.ts';

const TokenPayload = z.object({ reserve_request: z.uuid() });

/** The page where a customer cancels a request by the link in its mail. A GET changes nothing. */
const CANCEL_PATH = '/reserve-request/cancel';

/** The cancellation link with an encrypted token. */
const requestLinkOf = (
  { secrets, settings }: Pick<Deps, 'secrets' | 'settings'>,
  { id, locale }: { readonly id: string; readonly locale: Locale },
): string => {
  const token = secrets.seal(JSON.stringify({ reserve_request: id })).toString('base64url');
  return `${settings.publicUrl}${locale === 'en' ? '/en' : ''}${CANCEL_PATH}?t=${token}`;
};

/** The id of a token's request. Undefined for a token that is not ours. */
export function readRequestToken({ secrets }: Pick<Deps, 'secrets'>, token: string): string | undefined {
  try {
    return TokenPayload.parse(JSON.parse(secrets.unseal(Buffer.from(token, 'base64url')))).reserve_request;
  } catch {
    // The token is not ours, or its key was removed
    return undefined;
  }
}

type EmailDeps = Pick<Deps, 'db' | 'secrets' | 'settings' | 't' | 'catalogue'>;

/** Link to the prefilled exchange form, with the amount limited to one order. */
function formLinkOf(
  { settings, catalogue }: Pick<Deps, 'settings' | 'catalogue'>,
  row: Pick<RequestRow, 'income_code' | 'outcome_code' | 'amount' | 'locale'>,
): string {
  const system = catalogue.paymentSystem(row.outcome_code);
  const { income_code: income, outcome_code: outcome } = row;
  const isDirectionOpen = catalogue
    .directions()
    .some(
      (direction) =>
        direction.enabled &&
        direction.incomeCode === income &&
        direction.outcomeCode === outcome &&
        catalogue.paymentSystem(direction.incomeCode)?.incomeEnabled,
    );
  // A closed direction would open an unusable form. Without one the form selects an open direction
  const query = new URLSearchParams({ ...(income === null || !isDirectionOpen ? {} : { from: income }), to: outcome });
  if (system !== undefined) query.set('get', formatAmount(offeredAmount(row, system), system.scale));
  return `${settings.publicUrl}${row.locale === 'en' ? '/en' : ''}/?${query.toString()}`;
}

/** The amount in the mail and the form: the requested one, clamped to the limits of one order. */
function offeredAmount(row: Pick<RequestRow, 'amount'>, { minAmount, maxAmount }: PaymentSystem): bigint {
  const amount = BigInt(row.amount);
  return amount < minAmount ? minAmount : amount > maxAmount ? maxAmount : amount;
}

/** The mail that the reserve is now sufficient, with a link to the form and a link to stop these mails. */
export const reserveEmailKind = (deps: EmailDeps): EmailKind => {
  const text = (locale: Locale, key: string, params: Readonly<Record<string, string | number>> = {}) =>
    deps.t(locale, `reserve_letters.${key}`, params);
  return {
    mergedTexts: (locale, count) => ({
      subject: text(locale, 'several', { count }),
      heading: text(locale, 'several', { count }),
      lead: text(locale, 'lead'),
    }),
    async compose({ subject }) {
      const row = await findRequest(deps.db, subject);
      const system = row && deps.catalogue.paymentSystem(row.outcome_code);
      // The request may have been cancelled while the mail was queued
      if (row === undefined || system === undefined || row.state !== 'notified') return undefined;
      const { locale } = row;
      const format = { currency_iso_code: system.currency, precision: system.precision };
      const amount = formatMoney(formatAmount(offeredAmount(row, system), system.scale), format, locale);
      const name = system.name[locale];
      const url = formLinkOf(deps, row);
      return {
        to: row.email,
        locale,
        email: {
          subject: text(locale, 'subject', { name, amount }),
          heading: text(locale, 'heading', { name }),
          lead: text(locale, 'lead'),
          lines: [
            { label: text(locale, 'system'), value: name },
            { label: text(locale, 'amount'), value: amount },
            { label: text(locale, 'stop_label'), value: text(locale, 'stop'), url: requestLinkOf(deps, row) },
          ],
          button: { label: text(locale, 'open'), url },
        },
        line: { label: name, value: amount, url },
        footer: text(locale, 'footer'),
      };
    },
  };
};

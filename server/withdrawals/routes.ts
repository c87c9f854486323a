import { confirmPayout, createPayout, listPurses, quotePayout, readConfirmation, stopPayout } from '#contract/account/payouts.ts';
import { parseAmount } from '#core/money/amount.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { route, type Route, type Visitor } from '#server/platform/http/route.ts';
import { requireFresh } from '#server/sessions/visitor.ts';
import { cancelByEmailLink } from './cancel-withdrawal.ts';
import { confirmWithdrawal, findConfirmable, holdIfConfirmed } from './confirm-withdrawal.ts';
import { presentWithdrawal } from './present.ts';
import { centsOf, quoteWithdrawal, readPurses } from './price-withdrawal.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { findWithdrawal } from './store.ts';

/** The signed-in account where a link is opened, if any. */
const accountOf = (visitor: Visitor): string | undefined => (visitor.kind === 'guest' ? undefined : visitor.userId);

function requestRoutes(deps: Deps): Route[] {
  return [
    route(listPurses, async ({ visitor }) => accept({ data: await readPurses(deps, visitor.userId) })),
    route(quotePayout, async ({ visitor, body, ip, header }) => {
      const { purse, amount, payment_system_id: code } = body;
      const quoted = await quoteWithdrawal(deps, {
        userId: visitor.userId,
        purse,
        amount,
        code,
        country: await deps.countries.countryOf({ ip, header }),
      });
      return quoted.ok ? accept({ data: { type: 'payout_quotes', id: `${purse}-${code}`, attributes: quoted.value } }) : quoted;
    }),
    route(createPayout, async ({ visitor, body, tx, locale, ip, header }) => {
      const amount = centsOf(body.amount);
      if (amount === undefined) return refuse({ code: 'invalid_format', field: 'amount' });
      const requested = await requestWithdrawal(deps, tx, {
        userId: visitor.userId,
        hasVerifiedEmail: visitor.hasVerifiedEmail,
        locale,
        purse: body.purse,
        amount,
        paymentSystemCode: body.payment_system_id,
        country: await deps.countries.countryOf({ ip, header }),
        requisites: body.requisites,
        walletId: body.user_wallet_id,
        noMemo: body.no_memo === true,
        confirmsLookalike: body.confirm_lookalike === true,
        hasFreshFactor: requireFresh(visitor, deps.clock.now()).ok,
      });
      if (!requested.ok) return requested;
      const { withdrawal } = requested.value;
      const expectedHoldUntil = await holdIfConfirmed(deps, tx, withdrawal);
      return accept({ data: await presentWithdrawal(deps, tx, { withdrawal, locale, expectedHoldUntil }) });
    }),
  ];
}

/** The amount that the page showed, in minor units; undefined: none sent; null: not an amount. */
async function parseExpectedAmount(deps: Deps, id: string, text: string | undefined): Promise<bigint | null | undefined> {
  const withdrawal = text === undefined ? undefined : await findWithdrawal(deps.db, id);
  const scale = withdrawal === undefined ? undefined : deps.catalogue.paymentSystem(withdrawal.outcomeCode)?.scale;
  if (text === undefined || scale === undefined) return undefined;
  const parsed = parseAmount(text, { scale, precision: scale });
  return parsed.ok ? parsed.minor : null;
}

function confirmationRoutes(deps: Deps): Route[] {
  return [
    route(readConfirmation, async ({ params, visitor, locale }) => {
      const withdrawal = await findConfirmable(deps, deps.db, { ...params, userId: accountOf(visitor) });
      if (!withdrawal) return refuse({ code: 'invalid_token' });
      const expectedHoldUntil = await holdIfConfirmed(deps, deps.db, withdrawal);
      return accept({ data: await presentWithdrawal(deps, deps.db, { withdrawal, locale, expectedHoldUntil }) });
    }),
    route(confirmPayout, async ({ params, visitor, body, tx, locale }) => {
      const expected = await parseExpectedAmount(deps, params.id, body.expected_outcome_amount);
      if (expected === null) return refuse({ code: 'invalid_format', field: 'expected_outcome_amount' });
      const confirmed = await confirmWithdrawal(deps, tx, { ...params, userId: accountOf(visitor), expected });
      if (!confirmed.ok) return confirmed;
      return accept({ data: await presentWithdrawal(deps, tx, { withdrawal: confirmed.value, locale }) });
    }),
    route(stopPayout, async ({ params, body, tx }) => {
      const stopped = await cancelByEmailLink(deps, tx, { id: params.id, token: body.token });
      return stopped.ok ? accept({}) : stopped;
    }),
  ];
}

/** Routes for withdrawing earnings (contract section 4). */
export const withdrawalRoutes = (deps: Deps): Route[] => [...requestRoutes(deps), ...confirmationRoutes(deps)];

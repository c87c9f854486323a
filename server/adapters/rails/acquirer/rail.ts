import type { Rail } from '#server/adapters/rails/port.ts';
import { poll, statementOf } from './poll.ts';
import { handleCallback } from './callback.ts';
import { writeAmount } from './read-payment.ts';
import { receive } from './receive.ts';
import { askRefund, refundPayment, withdrawRefund } from './refund.ts';
import { type AcquirerOptions, createContext } from './context.ts';

/**
 * The rail of an acquirer that the shop describes as data: customers pay on the acquirer's page, reached by a form or a link; refunds go
 * back by the payment. It has no payouts.
 */
export function createAcquirerRail(options: AcquirerOptions): Rail {
  const context = createContext(options);
  const { settings } = context;
  return {
    name: context.rail,
    capabilities: {
      receives: true,
      paysOut: false,
      ...(settings.refund === undefined ? {} : { returnsPayments: true as const }),
      transactionUrl: () => null,
    },
    receive: async (request) => await receive(context, request),
    payOut: async (request) => await refundPayment(context, request),
    askPayout: async (request) => await askRefund(context, request),
    withdrawPayout: async (reference, outcome) => await withdrawRefund(context, reference, outcome),
    poll: async (events) => await poll(context, events),
    statement: async (since) => await statementOf(context, since),
    callback: async (call, events) => await handleCallback(context, call, events),
    check: async (system) => {
      if (settings.currencies[system.currency] === undefined) return { ok: false, problem: 'currency' };
      if (writeAmount(10n ** BigInt(system.scale - system.precision), system, settings.decimals) === undefined)
        return { ok: false, problem: 'decimals' };
      return system.outcomeEnabled ? { ok: false, problem: 'pays_nothing_out' } : { ok: true };
    },
  };
}

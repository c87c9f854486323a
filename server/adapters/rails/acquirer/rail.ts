import type { Rail } from '#server/adapters/rails/port.ts';
import { askAround, statementOf } from './ask.ts';
import { hearCallback } from './callback.ts';
import { writeAmount } from './read-payment.ts';
import { receive } from './receive.ts';
import { askRefund, giveBack, leaveRefund } from './refund.ts';
import { type AcquirerOptions, worldOf } from './world.ts';

/**
 * The rail of an acquirer that a shop has described as data: it takes payments on its own page, reached by a form or a link, and
 * gives them back by the payment itself. It pays nothing out.
 */
export function createAcquirerRail(options: AcquirerOptions): Rail {
  const world = worldOf(options);
  const { settings } = world;
  return {
    name: world.rail,
    capabilities: {
      receives: true,
      paysOut: false,
      ...(settings.refund === undefined ? {} : { returnsPayments: true as const }),
      transactionUrl: () => null,
    },
    receive: async (request) => await receive(world, request),
    payOut: async (request) => await giveBack(world, request),
    askPayout: async (request) => await askRefund(world, request),
    withdrawPayout: async (reference, said) => await leaveRefund(world, reference, said),
    poll: async (events) => await askAround(world, events),
    statement: async (since) => await statementOf(world, since),
    callback: async (call, events) => await hearCallback(world, call, events),
    check: async (system) => {
      if (settings.currencies[system.currency] === undefined) return { ok: false, problem: 'currency' };
      if (writeAmount(10n ** BigInt(system.scale - system.precision), system, settings.decimals) === undefined)
        return { ok: false, problem: 'decimals' };
      return system.outcomeEnabled ? { ok: false, problem: 'pays_nothing_out' } : { ok: true };
    },
  };
}

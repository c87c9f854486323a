import { defaultExplorerUrl } from '#server/adapters/rails/explorer.ts';
import type { Rail } from '#server/adapters/rails/port.ts';
import type { ManualOperations } from './port.ts';

/**
 * Operators receive and pay by hand (domain 5, "By hand"). The rail reports no deposits. An operator records the received money, and the
 * operator who paid records the payout.
 */
export function createManualRail({ receiving, paying }: ManualOperations): Rail {
  return {
    name: 'manual',
    capabilities: { receives: true, paysOut: true, isManual: true, transactionUrl: defaultExplorerUrl },
    receive: async (request) => await receiving.receive(request),
    reserve: async (tx, request) => await receiving.reserve(tx, request),
    isStillOffered: async (tx, issued) => await receiving.isStillOffered(tx, issued),
    check: async (system) => await receiving.check(system),
    payOut: async (request) => await paying.payOut(request),
    askPayout: async ({ reference }) => await paying.askPayout(reference),
    withdrawPayout: async (reference, outcome) => await paying.withdraw(reference, outcome),
    cancelPayout: async (reference) => await paying.withdraw(reference, 'not_sent'),
    async poll(events) {
      const failed: unknown[] = [];
      for (const { reference, answer } of await paying.unreported()) {
        try {
          await events.payout(reference, answer);
          // Only after the order side has stored it: a crash in between reports it twice, which changes nothing
          await paying.markReported(reference);
        } catch (error) {
          failed.push(error);
        }
      }
      // An answer that cannot be stored does not delay the others
      if (failed.length > 0) throw failed[0];
    },
    statement: async (since, before) => await paying.statement(since, before),
  };
}

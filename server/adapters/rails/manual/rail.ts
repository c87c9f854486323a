import type { Rail } from '#server/adapters/rails/port.ts';
import type { ManualPeople } from './port.ts';

/**
 * Money that people receive and pay (domain 5, "By hand"). It never reports money: what came is what an operator has seen on the
 * account, and what was paid is what the one who paid it has said.
 */
export function createManualRail({ receiving, paying }: ManualPeople): Rail {
  return {
    name: 'manual',
    capabilities: { receives: true, paysOut: true, peopleReport: true, transactionUrl: () => null },
    receive: async (request) => await receiving.give(request),
    take: async (tx, request) => await receiving.take(tx, request),
    stands: async (tx, given) => await receiving.stands(tx, given),
    check: async (system) => await receiving.check(system),
    payOut: async (request) => await paying.ask(request),
    askPayout: async ({ reference }) => await paying.answerOf(reference),
    withdrawPayout: async (reference) => await paying.withdraw(reference),
    giveUp: async (reference) => await paying.withdraw(reference),
    async poll(events) {
      const failed: unknown[] = [];
      for (const { reference, answer } of await paying.news()) {
        try {
          await events.payout(reference, answer);
          // Only after the order side has it: dying in between reports it twice, which changes nothing
          await paying.markTold(reference);
        } catch (error) {
          failed.push(error);
        }
      }
      // One answer that cannot be taken keeps no other back
      if (failed.length > 0) throw failed[0];
    },
    statement: async (since) => await paying.statement(since),
  };
}

import type { Module } from '#server/module.ts';
import { changeableSlotRule, judgeSlotRules } from './changeable.ts';
import { slotJobs } from './apply-slot-rules.ts';
import { officeSlotRoutes, officeSlotRuleRoutes } from './office-routes.ts';
import { settleSlot } from './order-slots.ts';

export const slotsModule: Module = {
  name: 'slots',
  tables: ['slot_rules', 'slots'],
  routes: (deps) => [...officeSlotRoutes(deps), ...officeSlotRuleRoutes(deps)],
  jobs: slotJobs,
  reactions: [{ name: 'settle_slot', phase: 'release', onMoved: async (deps, tx, { after }) => await settleSlot(deps, tx, after) }],
  changeable: { slot_rule: changeableSlotRule },
  judge: (deps) => (_db, items) => Promise.resolve(judgeSlotRules(deps, items)),
};

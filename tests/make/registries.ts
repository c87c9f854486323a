import { MODULES } from '#server/modules.ts';
import { createRegistries } from '#server/registries.ts';

/** The merged registries of all modules. */
export const REGISTRIES = createRegistries(MODULES);

export const {
  executors: APPROVAL_EXECUTORS,
  approvalHooks: APPROVAL_COURSE,
  workLanes: WORK,
  reactions: REACTIONS,
  orderFacts: ORDER_FACTS,
  payoutSubjects: PAYOUT_SUBJECTS,
  changeRules,
  emailKinds,
} = REGISTRIES;

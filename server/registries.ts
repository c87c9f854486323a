import { SEARCHED_TYPES } from '#contract/office/orders/search.ts';
import { APPROVAL_KIND_NAMES, type ApprovalKind } from '#core/staff/approval.ts';
import { CHANGE_ENTITY_NAMES } from '#core/changes/entities.ts';
import { SUBJECT_KINDS } from '#core/payout/payout.ts';
import { LANE_NAMES } from '#core/staff/work.ts';
import { NO_HOOKS } from './approvals/executor.ts';
import type { ApprovalHandler, Module, Registries } from './module.ts';
import { EMPTY_LANE } from './work/lane.ts';
import type { OrderFacts } from './orders/deps.ts';
import { REACTION_PHASES } from './orders/move/order-change.ts';

const ORDER_FACTS: Readonly<Record<keyof OrderFacts, true>> = {
  isSurplusReturning: true,
  findDestinationRequest: true,
  findCustomerProofs: true,
  findReview: true,
  findTakenByHandAt: true,
  findRequisitesPromise: true,
  findPayoutWaits: true,
  hasCheque: true,
  hasOperatorDeposit: true,
};

/** Merges members that modules register. Throws unless exactly one module registers each of `keys`. */
function merge<Members extends object>(
  kind: string,
  keys: readonly (keyof Members & string)[],
  offers: readonly Partial<Members>[],
): Members {
  const invalidKeys = keys.filter((key) => offers.filter((offer) => Object.hasOwn(offer, key)).length !== 1);
  if (invalidKeys.length > 0) throw new Error(`${kind} registered by no module or by several: ${invalidKeys.join(', ')}`);
  return Object.assign({}, ...offers) as Members;
}

/** One member of the approval handlers, by approval kind; kinds without it are left out. */
const handlersOf = <Name extends keyof ApprovalHandler>(approvals: Readonly<Record<ApprovalKind, ApprovalHandler>>, name: Name) =>
  Object.fromEntries(
    APPROVAL_KIND_NAMES.flatMap((kind) => {
      const handler = approvals[kind][name];
      return handler === undefined ? [] : [[kind, handler]];
    }),
  ) as Partial<Record<ApprovalKind, NonNullable<ApprovalHandler[Name]>>>;

/** Empty work lanes for modules that are off. */
const emptyLanes = (off: readonly Module[]) =>
  off.map(({ work = {} }) => Object.fromEntries(Object.keys(work).map((lane) => [lane, EMPTY_LANE])));

/**
 * Collects the registrations of the modules by kind. Throws if a kind of `core` is registered by no module or by two. Handlers of modules
 * that are `off` are included, so that open proposals can be decided.
 */
export function createRegistries(modules: readonly Module[], off: readonly Module[] = []): Registries {
  const offers = <Name extends keyof Module>(name: Name) =>
    modules.map((module) => module[name]).filter((offer): offer is NonNullable<Module[Name]> => offer !== undefined);
  const approvals = merge<Record<ApprovalKind, ApprovalHandler>>('approvals', APPROVAL_KIND_NAMES, [
    ...offers('approvals'),
    ...off.map((module) => module.approvals ?? {}),
  ]);
  const reactions = modules.flatMap((module) => module.reactions ?? []);
  const entities = merge('changeable entities', CHANGE_ENTITY_NAMES, offers('changeable'));
  return {
    reactions: REACTION_PHASES.flatMap((phase) => reactions.filter((reaction) => reaction.phase === phase)),
    orderFacts: merge<OrderFacts>('order facts', Object.keys(ORDER_FACTS) as (keyof OrderFacts)[], offers('orderFacts')),
    payoutSubjects: merge<Registries['payoutSubjects']>('payout subjects', SUBJECT_KINDS, offers('payoutSubjects')),
    executors: handlersOf(approvals, 'execute') as Registries['executors'],
    approvalHooks: {
      parties: Object.assign({}, ...offers('approvalParties')) as Registries['approvalHooks']['parties'],
      overtaken: handlersOf(approvals, 'overtaken'),
      promises: offers('approvalPromises')[0] ?? NO_HOOKS.promises,
      declined: handlersOf(approvals, 'declined'),
    },
    workLanes: merge<Registries['workLanes']>('work lanes', LANE_NAMES, [...offers('work'), ...emptyLanes(off)]),
    changeRules(deps) {
      const judges = offers('judge').map((judge) => judge(deps));
      return {
        entities,
        async judge(db, items) {
          const exceeded = [];
          for (const judge of judges) exceeded.push(...(await judge(db, items)));
          return exceeded;
        },
      };
    },
    emailKinds: (deps) => Object.assign({}, ...offers('emails').map((emails) => emails(deps))) as ReturnType<Registries['emailKinds']>,
    noticeChannels: (deps) => offers('noticeChannel').map((channel) => channel(deps)),
    botHandlers: (deps) => offers('botHandlers').flatMap((handlers) => handlers(deps)),
    storeBotFile: (deps) => offers('storeBotFile')[0]?.(deps) ?? (() => Promise.resolve({ outcome: 'not_fetched' })),
    searchers: (deps) =>
      offers('searcher')
        .map((searcher) => searcher(deps))
        .toSorted((a, b) => SEARCHED_TYPES.indexOf(a.entity) - SEARCHED_TYPES.indexOf(b.entity)),
  };
}

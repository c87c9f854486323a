import type { FastifyPluginAsync } from 'fastify';
import type { ApprovalKind } from '#core/staff/approval.ts';
import type { ChangeEntity } from '#core/changes/entities.ts';
import type { Instant } from '#core/time.ts';
import type { LaneName } from '#core/staff/work.ts';
import type { CutOffDeps } from './accounts/cut-off.ts';
import type { WatchAcquirers } from './adapters/rails/acquirer/port.ts';
import type { MarketStats } from './adapters/market-stats/port.ts';
import type { Bot, Messenger } from './adapters/messengers/port.ts';
import type { Monitor } from './adapters/monitors/port.ts';
import type { ApprovalHooks, Executor, Executors, OvertakenCheck } from './approvals/executor.ts';
import type { Changeable, ChangeRules } from './changes/changeable.ts';
import type { Config } from './config/config.ts';
import type { Deps } from './deps.ts';
import type { EmailKinds } from './mails/email-kind.ts';
import type { NoticeChannel } from './mails/notices/channel.ts';
import type { MarketOptions } from './market/run-market.ts';
import type { OrderFacts } from './orders/deps.ts';
import type { Reaction } from './orders/move/reaction.ts';
import type { Tx } from './platform/db/db.ts';
import type { GuestCookies } from './platform/http/guest-cookies.ts';
import type { RateLimits } from './platform/http/rate-limits.ts';
import type { Route } from './platform/http/route.ts';
import type { ClosedSystems } from './pool/closed-systems.ts';
import type { Searcher } from './search/searcher.ts';
import type { ProviderDeps } from './sign-in-providers/pages.ts';
import type { BotHandler } from './telegram/handler.ts';
import type { StoreFile } from './telegram/run-bot.ts';
import type { WorkLane, WorkLanes } from './work/lane.ts';

/** Registrations of all modules, by kind; built once (`registries.ts`). */
export interface Registries {
  readonly reactions: readonly Reaction[];
  readonly orderFacts: OrderFacts;
  readonly payoutSubjects: Deps['payoutSubjects'];
  readonly executors: Executors;
  readonly approvalHooks: ApprovalHooks;
  readonly workLanes: WorkLanes;
  readonly changeRules: (deps: Pick<Deps, 'catalogue' | 'quotes'>) => ChangeRules;
  readonly emailKinds: (deps: Deps) => EmailKinds;
  readonly noticeChannels: (deps: Deps) => readonly NoticeChannel[];
  readonly botHandlers: (deps: Deps) => readonly BotHandler[];
  readonly storeBotFile: (deps: Deps) => StoreFile;
  readonly searchers: (deps: Deps) => readonly Searcher[];
}

/** Adapters chosen by configuration that only one module uses. */
export interface Adapters {
  readonly messenger: Messenger | undefined;
  readonly bot: Bot | undefined;
  readonly monitor: Monitor | undefined;
  readonly marketStats: MarketStats | undefined;
  readonly createRateSource: MarketOptions['create'];
  readonly watchAcquirers: WatchAcquirers;
}

/** Startup dependencies of modules besides `Deps`. */
export interface StartupContext {
  readonly config: Config;
  readonly adapters: Adapters;
  readonly registries: Registries;
  readonly closedSystems: ClosedSystems;
}

export type SignInDeps = Omit<Deps, 'limits'> & ProviderDeps & Pick<CutOffDeps, 'deleteNoticeChannels' | 'revokeApiAccess'>;

/** The same for a process that serves HTTP. */
export interface HttpContext extends Omit<StartupContext, 'closedSystems'> {
  readonly signIn: SignInDeps;
  readonly rateLimits: RateLimits;
  readonly guests: GuestCookies;
  /** Folder of the built front end: `web`, `office`, `widget`, `worker`. */
  readonly buildFolder: string;
}

/** A long-running task beside the queue's jobs. */
export interface Service {
  /** Runs before requests are answered, in processes that run jobs. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ApprovalHandler {
  /** Executes an approved proposal in the approving transaction. */
  readonly execute: Executor;
  /** Whether events made a waiting proposal impossible. */
  readonly overtaken?: OvertakenCheck;
  readonly declined?: NonNullable<ApprovalHooks['declined'][ApprovalKind]>;
}

/** One module of the server. `server/modules.ts` lists them in order; startup registers nothing else. */
export interface Module {
  /** The folder's name. */
  readonly name: string;
  /** Tables that only this module writes (`tests/architecture/tables.db.test.ts`). */
  readonly tables?: readonly string[];
  /** API calls, the office's included. */
  readonly routes?: (deps: Deps, context: HttpContext) => readonly Route[];
  /** HTTP outside the API: pages, files, feeds. */
  readonly plugins?: (deps: Deps, context: HttpContext) => readonly FastifyPluginAsync[];
  readonly jobs?: (deps: Deps, context: StartupContext) => void;
  readonly service?: (deps: Deps, context: StartupContext) => Service | undefined;
  /** Run in the transaction of each order move (`docs/how-to/add-a-module.md`). */
  readonly reactions?: readonly Reaction[];
  readonly orderFacts?: Partial<OrderFacts>;
  readonly payoutSubjects?: Partial<Deps['payoutSubjects']>;
  readonly approvals?: Readonly<Partial<Record<ApprovalKind, ApprovalHandler>>>;
  /** Operators who took part in the subject of a proposal and cannot approve it. */
  readonly approvalParties?: ApprovalHooks['parties'];
  /** When decisions on proposals were promised to customers. */
  readonly approvalPromises?: ApprovalHooks['promises'];
  readonly work?: Readonly<Partial<Record<LaneName, WorkLane>>>;
  readonly changeable?: Readonly<Partial<Record<ChangeEntity, Changeable>>>;
  /** Guard bands that a change of prices or of the catalogue exceeds. */
  readonly judge?: (deps: Pick<Deps, 'catalogue' | 'quotes'>) => ChangeRules['judge'];
  readonly emails?: (deps: Deps) => EmailKinds;
  readonly noticeChannel?: (deps: Deps) => NoticeChannel;
  readonly botHandlers?: (deps: Deps) => readonly BotHandler[];
  readonly storeBotFile?: (deps: Deps) => StoreFile;
  readonly searcher?: (deps: Deps) => Searcher;
  /** Revokes API keys and webhook endpoints of an account created since a time; returns their number. */
  readonly revokeApiAccess?: (tx: Tx, of: { readonly userId: string; readonly since: Instant; readonly now: Instant }) => Promise<number>;
  /** Deletes the notice channels (chats, browsers) of an account. */
  readonly deleteNoticeChannels?: (
    tx: Tx,
    of: { readonly userId: string; readonly before: Instant; readonly now: Instant },
  ) => Promise<unknown>;
}

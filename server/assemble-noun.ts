import type { Deps } from './deps.ts';
import type { Reaction } from './orders/move/reaction.ts';
import type { Route } from './platform/http/route.ts';

/** One more noun as the assembly takes it in: what it does about orders, what it answers, what it does by itself. */
export interface Noun {
  readonly reactions?: readonly Reaction[];
  readonly routes?: (deps: Deps) => readonly Route[];
  readonly jobs?: (deps: Deps) => void;
}

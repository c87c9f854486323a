/** Steps of setting up a shop before it opens, in order (domain 10). */
export const OPENING_STEPS = [
  'shop',
  'contacts',
  'second_factor',
  'address',
  'mail',
  'sources',
  'systems',
  'requisites',
  'directions',
  'reserves',
] as const;
export type OpeningStep = (typeof OPENING_STEPS)[number];

/** States of a step. `todo`: required to open. `advised`: recommended. `unneeded`: does not apply to this shop. */
export const STEP_STATES = ['done', 'todo', 'advised', 'unneeded'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** Facts about a shop that is being set up. Counts are of the stored catalogue, switched off or not. */
export interface OpeningFacts {
  readonly isNamed: boolean;
  readonly hasContacts: boolean;
  /** Whether the owner who is signed in has a second factor. */
  readonly hasSecondFactor: boolean;
  /** Whether staff need a second factor. They do not in a demonstration. */
  readonly needsSecondFactor: boolean;
  readonly hasOwnAddress: boolean;
  readonly mailCheck: 'none' | 'waiting' | 'sent' | 'failed';
  readonly sources: number;
  readonly pricedSymbols: number;
  readonly systems: number;
  /** Systems that are not offered yet, as the check of their rail has not passed. */
  readonly drafts: number;
  /** Systems on the manual rail, and how many of them have requisites to offer. */
  readonly manualSystems: number;
  readonly manualReady: number;
  readonly directions: number;
  /** Enabled directions that have a price now. */
  readonly pricedDirections: number;
  /** Systems that pay out and have a reserve. */
  readonly funded: number;
}

export interface StepView {
  readonly step: OpeningStep;
  readonly state: StepState;
}

const todo = (isDone: boolean): StepState => (isDone ? 'done' : 'todo');
const advised = (isDone: boolean): StepState => (isDone ? 'done' : 'advised');

const RULES: Readonly<Record<OpeningStep, (facts: OpeningFacts) => StepState>> = {
  shop: ({ isNamed }) => todo(isNamed),
  contacts: ({ hasContacts }) => todo(hasContacts),
  second_factor: ({ hasSecondFactor, needsSecondFactor }) => (needsSecondFactor ? todo : advised)(hasSecondFactor),
  address: ({ hasOwnAddress }) => advised(hasOwnAddress),
  mail: ({ mailCheck }) => advised(mailCheck === 'sent'),
  sources: ({ sources, pricedSymbols, systems }) => todo(sources > 0 && (systems === 0 || pricedSymbols > 0)),
  systems: ({ systems, drafts }) => (systems - drafts < 2 ? 'todo' : advised(drafts === 0)),
  requisites: ({ manualSystems, manualReady }) => {
    if (manualSystems === 0) return 'unneeded';
    return manualReady === 0 ? 'todo' : advised(manualReady === manualSystems);
  },
  directions: ({ directions, pricedDirections }) => (pricedDirections === 0 ? 'todo' : advised(pricedDirections === directions)),
  reserves: ({ funded }) => todo(funded > 0),
};

/** Every step with its state, in order. */
export const openingSteps = (facts: OpeningFacts): readonly StepView[] =>
  OPENING_STEPS.map((step) => ({ step, state: RULES[step](facts) }));

/** Steps without which the shop cannot open. */
export const missingSteps = (steps: readonly StepView[]): readonly OpeningStep[] =>
  steps.filter(({ state }) => state === 'todo').map(({ step }) => step);

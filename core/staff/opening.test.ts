import { describe, expect, it } from 'vitest';
import { missingSteps, type OpeningFacts, openingSteps, type OpeningStep, type StepState } from './opening.ts';

const NOTHING: OpeningFacts = {
  isNamed: false,
  hasContacts: false,
  hasSecondFactor: false,
  needsSecondFactor: true,
  hasOwnAddress: false,
  mailCheck: 'none',
  sources: 0,
  pricedSymbols: 0,
  systems: 0,
  drafts: 0,
  manualSystems: 0,
  manualReady: 0,
  directions: 0,
  pricedDirections: 0,
  funded: 0,
};
const READY: OpeningFacts = {
  ...NOTHING,
  isNamed: true,
  hasContacts: true,
  hasSecondFactor: true,
  sources: 3,
  pricedSymbols: 5,
  systems: 2,
  manualSystems: 2,
  manualReady: 2,
  directions: 2,
  pricedDirections: 2,
  funded: 1,
};

const stateOf = (facts: Partial<OpeningFacts>, step: OpeningStep): StepState | undefined =>
  openingSteps({ ...READY, ...facts }).find((view) => view.step === step)?.state;

describe('steps before the opening', () => {
  it('an empty shop lacks every required step', () => {
    expect(missingSteps(openingSteps(NOTHING))).toEqual([
      'shop',
      'contacts',
      'second_factor',
      'sources',
      'systems',
      'directions',
      'reserves',
    ]);
  });

  it('a working shop lacks nothing, and shows recommended steps', () => {
    const steps = openingSteps(READY);
    expect(missingSteps(steps)).toEqual([]);
    expect(steps.filter(({ state }) => state === 'advised').map(({ step }) => step)).toEqual(['address', 'mail']);
  });

  it.each<[Partial<OpeningFacts>, OpeningStep, StepState]>([
    [{ systems: 2, drafts: 1 }, 'systems', 'todo'],
    [{ systems: 3, drafts: 1 }, 'systems', 'advised'],
    [{ manualReady: 0 }, 'requisites', 'todo'],
    [{ manualReady: 1 }, 'requisites', 'advised'],
    [{ manualSystems: 0, manualReady: 0 }, 'requisites', 'unneeded'],
    [{ pricedSymbols: 0 }, 'sources', 'todo'],
    [{ pricedSymbols: 0, systems: 0 }, 'sources', 'done'],
    [{ directions: 4 }, 'directions', 'advised'],
    [{ needsSecondFactor: false, hasSecondFactor: false }, 'second_factor', 'advised'],
    [{ hasContacts: false }, 'contacts', 'todo'],
    [{ mailCheck: 'failed' }, 'mail', 'advised'],
    [{ mailCheck: 'sent' }, 'mail', 'done'],
  ])('%j: %s is %s', (facts, step, state) => expect(stateOf(facts, step)).toBe(state));
});

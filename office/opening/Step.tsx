import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OpeningStep, StepState } from '#core/staff/opening.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const BADGE: Readonly<Record<StepState, string>> = { done: 'done', todo: 'person', advised: 'time', unneeded: '' };

export interface StepProps {
  readonly number: number;
  readonly step: OpeningStep;
  readonly state: StepState;
  /** The state in one sentence with its numbers. */
  readonly standing: string;
  /** The screen of the step, if it is another one. */
  readonly to?: string;
  readonly children?: ReactNode;
}

/** One step of the opening checklist: purpose, state, link. */
export function Step({ number, step, state, standing, to, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <li className="sheet opening-step" data-state={state}>
      <h2>
        <span className="dim">{number}.</span> {t(`office_opening.step.${step}.title`)}{' '}
        <span className={`badge ${BADGE[state]}`}>{t(`office_opening.state.${state}`)}</span>
      </h2>
      <p className="dim">{t(`office_opening.step.${step}.why`)}</p>
      <p>{standing}</p>
      {to === undefined ? null : (
        <p>
          <Link to={to}>{t(`office_opening.step.${step}.go`)}</Link>
        </p>
      )}
      {children}
    </li>
  );
}

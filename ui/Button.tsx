import type { ButtonHTMLAttributes } from 'react';

/** `action`: the one action of the screen. `plain`: everything else. `loss`: what cannot be undone. `text`: inside a sentence or a row. */
export type ButtonTone = 'action' | 'plain' | 'loss' | 'text';

const TONES: Readonly<Record<ButtonTone, string>> = {
  // In forced-colors mode the browser would put a backplate behind the text and make it unreadable
  action: 'min-h-12 px-6 bg-action text-on-action font-semibold hover:bg-action-strong forced-color-adjust-none',
  plain: 'min-h-11 px-4 border border-edge bg-sheet text-ink font-medium hover:border-ink',
  loss: 'min-h-11 px-4 border border-loss text-loss font-medium hover:bg-loss-tint',
  text: 'min-h-6 link font-medium',
};

const SHAPE =
  'inline-flex items-center justify-center gap-2 rounded-tray py-2 text-center text-balance transition-colors duration-(--quick) disabled:opacity-55 aria-disabled:opacity-55';

/** Classes of a button, for links that look like one. */
export const buttonLook = (tone: ButtonTone): string => (tone === 'text' ? TONES.text : `${SHAPE} ${TONES[tone]}`);

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: ButtonTone;
}

export function Button({ tone = 'plain', type = 'button', className = '', ...rest }: ButtonProps) {
  return <button type={type} className={`${buttonLook(tone)} ${className}`} {...rest} />;
}

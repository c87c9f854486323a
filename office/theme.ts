import { createTheme, type CSSVariablesResolver, type MantineColorsTuple, type VariantColorsResolver } from '@mantine/core';

const tuple = (color: string): MantineColorsTuple => [color, color, color, color, color, color, color, color, color, color];

interface Look {
  readonly background: string;
  readonly hover: string;
  readonly color: string;
  readonly border: string;
}

const QUIET = { background: 'transparent', hover: 'var(--well)', color: 'var(--ink)' };
const line = '1px solid var(--edge)';
const none = '1px solid transparent';

/** Button styles by role. Two colours only: the screen's action, and what cannot be undone. */
const ACTION: Readonly<Record<string, Look>> = {
  filled: { background: 'var(--action)', hover: 'var(--action-strong)', color: 'var(--on-action)', border: none },
  light: { background: 'var(--action-tint)', hover: 'var(--action-tint)', color: 'var(--action)', border: none },
  default: { background: 'var(--sheet)', hover: 'var(--well)', color: 'var(--ink)', border: line },
  subtle: { ...QUIET, border: none },
};
const LOSS: Readonly<Record<string, Look>> = {
  filled: { background: 'var(--loss)', hover: 'var(--loss)', color: 'var(--paper)', border: none },
  default: { background: 'var(--sheet)', hover: 'var(--loss-tint)', color: 'var(--loss)', border: '1px solid var(--loss)' },
};

const variantColorResolver: VariantColorsResolver = ({ color, variant }) => {
  const looks = color === 'loss' ? LOSS : ACTION;
  return looks[variant] ?? { ...QUIET, border: none };
};

export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  primaryColor: 'action',
  colors: { action: tuple('var(--action)'), loss: tuple('var(--loss)') },
  defaultRadius: 'sm',
  radius: { sm: 'var(--radius)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  // A dialog leaves the scroll bar of the page behind it as it is
  components: { Modal: { defaultProps: { lockScroll: false } }, Drawer: { defaultProps: { lockScroll: false } } },
});

const roles = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-default': 'var(--sheet)',
  '--mantine-color-default-hover': 'var(--well)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-color-error': 'var(--loss)',
  '--mantine-color-anchor': 'var(--action)',
  '--mantine-primary-color-filled': 'var(--action)',
  '--mantine-primary-color-contrast': 'var(--on-action)',
  '--mantine-color-disabled': 'var(--well)',
  '--mantine-color-disabled-color': 'var(--muted)',
  '--mantine-color-disabled-border': 'var(--line)',
};

/** Maps the library's colours to the tokens of `ui/tokens.css`, in both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: roles, dark: roles });

import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from '#office/i18n/Translation.tsx';

interface Tool {
  readonly name: string;
  /** Keyboard shortcut, shown in the title. */
  readonly keys?: string;
  /** Text, or the path of an icon that fonts do not have. */
  readonly face: string | { readonly path: string };
  readonly isOn?: (editor: Editor) => boolean;
  readonly use: (editor: Editor) => void;
}

const chain = (editor: Editor) => editor.chain().focus();

const TOOLS: readonly Tool[] = [
  {
    name: 'h2',
    keys: 'Ctrl+Alt+2',
    face: 'H2',
    isOn: (e) => e.isActive('heading', { level: 2 }),
    use: (e) => chain(e).toggleHeading({ level: 2 }).run(),
  },
  {
    name: 'h3',
    keys: 'Ctrl+Alt+3',
    face: 'H3',
    isOn: (e) => e.isActive('heading', { level: 3 }),
    use: (e) => chain(e).toggleHeading({ level: 3 }).run(),
  },
  { name: 'bold', keys: 'Ctrl+B', face: 'B', isOn: (e) => e.isActive('bold'), use: (e) => chain(e).toggleBold().run() },
  { name: 'italic', keys: 'Ctrl+I', face: 'I', isOn: (e) => e.isActive('italic'), use: (e) => chain(e).toggleItalic().run() },
  { name: 'strike', keys: 'Ctrl+Shift+S', face: 'S', isOn: (e) => e.isActive('strike'), use: (e) => chain(e).toggleStrike().run() },
  { name: 'code', keys: 'Ctrl+E', face: '<>', isOn: (e) => e.isActive('code'), use: (e) => chain(e).toggleCode().run() },
  {
    name: 'bullets',
    keys: 'Ctrl+Shift+8',
    face: '•',
    isOn: (e) => e.isActive('bulletList'),
    use: (e) => chain(e).toggleBulletList().run(),
  },
  {
    name: 'numbers',
    keys: 'Ctrl+Shift+7',
    face: { path: 'M2.5 3.5l1-.5v3.5M7 4.5h6.5M7 8h6.5M7 11.5h6.5M2.5 10c.8-1 2-.3 1.5.7L2.5 13H4.5' },
    isOn: (e) => e.isActive('orderedList'),
    use: (e) => chain(e).toggleOrderedList().run(),
  },
  { name: 'quote', keys: 'Ctrl+Shift+B', face: '«»', isOn: (e) => e.isActive('blockquote'), use: (e) => chain(e).toggleBlockquote().run() },
  {
    name: 'code_block',
    keys: 'Ctrl+Alt+C',
    face: '{ }',
    isOn: (e) => e.isActive('codeBlock'),
    use: (e) => chain(e).toggleCodeBlock().run(),
  },
  { name: 'rule', face: '—', use: (e) => chain(e).setHorizontalRule().run() },
  { name: 'undo', keys: 'Ctrl+Z', face: { path: 'M4 6h6a3.5 3.5 0 0 1 0 7H6M4 6l3-3M4 6l3 3' }, use: (e) => chain(e).undo().run() },
  {
    name: 'redo',
    keys: 'Ctrl+Shift+Z',
    face: { path: 'M12 6H6a3.5 3.5 0 0 0 0 7h4M12 6L9 3M12 6L9 9' },
    use: (e) => chain(e).redo().run(),
  },
];

const LINK = {
  name: 'link',
  keys: 'Ctrl+K',
  face: { path: 'M6.5 9.5l3-3M7 4.5l1-1A3 3 0 0 1 12.5 8l-1 1M9 11.5l-1 1A3 3 0 0 1 3.5 8l1-1' },
  isOn: (e: Editor) => e.isActive('link'),
} as const;
const IMAGE = { name: 'image', face: { path: 'M2.5 3.5h11v9h-11zM3 11l3-3 2.5 2.5L10.5 8l2.5 2.5M5.5 6h.01' } } as const;

interface ToolbarProps {
  readonly editor: Editor;
  readonly onLink: () => void;
  readonly onImage: () => void;
}

/** Arrow keys move between the buttons; Tab enters and leaves the toolbar. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const offset = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (offset === 0) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[(at + offset + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
}

/** Formatting buttons with their keyboard shortcuts. */
export function Toolbar({ editor, onLink, onImage }: ToolbarProps) {
  const { t } = useTranslation();
  /** Name of the button that Tab focuses. */
  const [tabStop, setTabStop] = useState('h2');
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      ...Object.fromEntries(TOOLS.map(({ name, isOn }) => [name, isOn?.(now) ?? false])),
      link: LINK.isOn(now),
    }),
  }) as Readonly<Record<string, boolean>>;
  const button = ({ name, face, keys, isOn }: Pick<Tool, 'name' | 'face' | 'keys' | 'isOn'>, use: () => void) => {
    const label = t(`office_content.tool.${name}`);
    return (
      <button
        key={name}
        type="button"
        className={`tool tool-${name}`}
        aria-label={label}
        title={keys === undefined ? label : `${label} (${keys})`}
        tabIndex={name === tabStop ? 0 : -1}
        {...(isOn === undefined ? {} : { 'aria-pressed': on[name] === true })}
        onFocus={() => setTabStop(name)}
        // The text keeps its selection
        onMouseDown={(event) => event.preventDefault()}
        onClick={use}
      >
        {typeof face === 'string' ? (
          <span aria-hidden="true">{face}</span>
        ) : (
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d={face.path} />
          </svg>
        )}
      </button>
    );
  };
  return (
    <div className="editor-tools" role="toolbar" aria-label={t('office_content.tools')} tabIndex={-1} onKeyDown={moveFocus}>
      {TOOLS.map((tool) => button(tool, () => tool.use(editor)))}
      {button(LINK, onLink)}
      {button(IMAGE, onImage)}
    </div>
  );
}

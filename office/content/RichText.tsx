import { Button } from '@mantine/core';
import Image from '@tiptap/extension-image';
import { type Editor, EditorContent, type Extensions, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useRef, useState } from 'react';
import { officeAddContentImage } from '#contract/office/content/content-parts.ts';
import { type ContentDocument, isAllowedHref } from '#core/content/document.ts';
import { imagePath, imageWidths } from '#core/content/render.ts';
import { acceptOf, CONTENT_PICTURE } from '#core/file/file-rules.ts';
import type { Locale } from '#core/locale.ts';
import { useAction } from '#office/api/use-command.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { TextInput, useChosenFile } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { Toolbar } from './Toolbar.tsx';
import { documentOf } from './document-of.ts';

/** An uploaded image by its id; images of other sites in pasted pages are dropped. */
const OwnImage = Image.extend({
  addAttributes() {
    return {
      id: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute('data-id') },
      alt: { default: '' },
      width: { default: 1, parseHTML: (element: HTMLElement) => Number(element.getAttribute('width')) },
      height: { default: 1, parseHTML: (element: HTMLElement) => Number(element.getAttribute('height')) },
    };
  },
  parseHTML() {
    return [{ tag: 'img[data-id]' }];
  },
  renderHTML({ node }) {
    const { id, alt, width, height } = node.attrs as { id: string; alt: string; width: number; height: number };
    const shown = imagePath(id, imageWidths(width)[0] ?? width);
    return ['img', { 'data-id': id, src: shown, alt, width, height }];
  },
});

/** The elements of `core/content/document.ts`; pasted content is reduced to them. */
const EXTENSIONS: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    underline: false,
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: (url) => isAllowedHref(url),
    },
  }),
  OwnImage,
];

interface RichTextProps {
  readonly label: string;
  /** The language of the text, not of the office. */
  readonly locale: Locale;
  readonly value: ContentDocument;
  readonly isReadOnly: boolean;
  readonly problem: string | undefined;
  readonly onChange: (value: ContentDocument) => void;
}

/** Address of the selected link; empty removes it. */
function LinkForm({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [href, setHref] = useState(String(editor.getAttributes('link')['href'] ?? ''));
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const set = () => {
    const entered = href.trim();
    const url = /^[\w-]+(\.[\w-]+)+/.test(entered) ? `https://${entered}` : entered;
    if (entered !== '' && !isAllowedHref(url)) return setWrong(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (entered === '') chain.unsetLink().run();
    else chain.setLink({ href: url }).run();
    return onClose();
  };
  return (
    <CheckedForm className="editor-ask" onSubmit={() => set()}>
      <TextInput
        label={t('office_content.link.label')}
        description={t('office_content.link.hint')}
        error={isWrong ? t('office_content.link.wrong') : undefined}
        value={href}
        ref={field}
        onChange={({ currentTarget }) => setHref(currentTarget.value)}
        onKeyDown={(event) => (event.key === 'Escape' ? onClose() : undefined)}
      />
      <Button type="submit" size="xs">
        {t('office_content.link.set')}
      </Button>
    </CheckedForm>
  );
}

interface ImageFormProps {
  readonly file: File | null;
  readonly onAdd: (file: File, alt: string) => void;
  readonly onClose: () => void;
}

/** An image with its description for screen readers. */
function ImageForm({ file, onAdd, onClose }: ImageFormProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(file);
  const { problem, choose } = useChosenFile(CONTENT_PICTURE, setChosen);
  const [alt, setAlt] = useState('');
  return (
    <CheckedForm className="editor-ask" onSubmit={() => (chosen === null ? undefined : onAdd(chosen, alt.trim()))}>
      {file === null ? (
        <input
          type="file"
          accept={acceptOf(CONTENT_PICTURE)}
          aria-label={t('office_content.image.file')}
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0] ?? null)}
        />
      ) : (
        <span translate="no">{file.name}</span>
      )}
      {problem === null ? null : (
        <span className="problem" role="alert">
          {problem}
        </span>
      )}
      <TextInput
        label={t('office_content.image.alt')}
        required
        maxLength={300}
        value={alt}
        onChange={({ currentTarget }) => setAlt(currentTarget.value)}
      />
      <Button type="submit" size="xs" disabled={chosen === null}>
        {t('office_content.image.add')}
      </Button>
      <Button type="button" size="xs" variant="subtle" onClick={onClose}>
        {t('office.cancel')}
      </Button>
    </CheckedForm>
  );
}

/** Word and Excel copy text together with its image: the text is pasted. */
const hasText = (data: DataTransfer | null): boolean => (data?.getData('text/plain').trim() ?? '') !== '';

/** By position, so that it works in the Russian layout. */
const isLinkKey = ({ code, key }: KeyboardEvent): boolean => code === 'KeyK' || (code === '' && key.toLowerCase() === 'k');

const pictureIn = (files: FileList | undefined): File | undefined => [...(files ?? [])].find(({ type }) => type.startsWith('image/'));

/** The rich text editor of one language; images are chosen, pasted or dropped. */
export function RichText({ label, locale, value, isReadOnly, problem, onChange }: RichTextProps) {
  const [dialog, setDialog] = useState<'link' | { readonly file: File | null } | null>(null);
  // `useEditor` keeps its first callbacks
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  const acceptImage = (files: FileList | undefined): boolean => {
    const file = pictureIn(files);
    if (file === undefined) return false;
    setDialog({ file });
    return true;
  };
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value as object,
    editable: !isReadOnly,
    // The content security policy forbids injected styles; ours are in ItemPage.css
    injectCSS: false,
    editorProps: {
      attributes: {
        // Scrollable with the keyboard, even when it cannot be edited
        tabindex: '0',
        'aria-label': label,
        'aria-multiline': 'true',
        role: 'textbox',
        lang: locale,
        class: 'prose',
        spellcheck: 'true',
      },
      handlePaste: (_view, event) => !hasText(event.clipboardData) && acceptImage(event.clipboardData?.files),
      handleDrop: (_view, event) => {
        const isAccepted = acceptImage(event.dataTransfer?.files);
        if (isAccepted) event.preventDefault();
        return isAccepted;
      },
      handleKeyDown: (_view, event) => {
        if (!isLinkKey(event) || !(event.ctrlKey || event.metaKey)) return false;
        event.preventDefault();
        setDialog('link');
        return true;
      },
    },
    onUpdate: ({ editor: now }) => latestOnChange.current(documentOf(now.getJSON())),
  });
  const upload = useAction(
    ({ file }: { readonly file: File; readonly alt: string }, call) => call(officeAddContentImage, { files: { image: file } }),
    {
      onDone({ data }, { alt }) {
        const { width, height } = data.attributes;
        editor
          .chain()
          .focus()
          .insertContent({ type: 'image', attrs: { id: data.id, alt, width, height } })
          .run();
        setDialog(null);
      },
    },
  );
  return (
    <div className="editor" data-wrong={problem !== undefined || undefined}>
      {isReadOnly ? null : <Toolbar editor={editor} onLink={() => setDialog('link')} onImage={() => setDialog({ file: null })} />}
      {dialog === 'link' ? <LinkForm editor={editor} onClose={() => setDialog(null)} /> : null}
      {dialog !== null && dialog !== 'link' ? (
        <ImageForm
          key={dialog.file?.name ?? ''}
          file={dialog.file}
          onAdd={(file, alt) => upload.run({ file, alt })}
          onClose={() => setDialog(null)}
        />
      ) : null}
      <CommandProblem error={upload.error} />
      <EditorContent editor={editor} />
      {problem === undefined ? null : <p className="problem">{problem}</p>}
    </div>
  );
}

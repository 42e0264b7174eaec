import { Node, type NodeViewRendererProps } from '@tiptap/core';
import type { NodeView } from '@tiptap/pm/view';
import { toast } from '../../../ui/client/toast.ts';
import { element, textButton } from './elements.ts';
import type { ForeignPictures } from './fetch-pictures.ts';
import { nameIn, takePastedFile } from './foreign-pictures.ts';
import type { Translate } from './translate.ts';
import { fileProblem, type Uploads } from './uploads.ts';

export type MissingPictureOptions = { pictures: ForeignPictures; uploads: Uploads; t: Translate };
type Attributes = {
  href: string;
  text: string;
  alt: string;
  caption: string;
  fetch: string | null;
};

/**
 * A picture of another site that is being fetched, or could not be. It is stored as a link in a figure, so that neither
 * a reload nor a failure loses it.
 */
export const MissingPicture = Node.create<MissingPictureOptions>({
  name: 'missingPicture',
  group: 'block',
  atom: true,
  draggable: false,
  addAttributes: () => ({
    href: { default: '' },
    text: { default: '' },
    alt: { default: '' },
    caption: { default: '' },
    /** Null in a stored text. Else it was pasted: empty to fetch it, or the key of a pasted file. */
    fetch: { default: null, rendered: false },
  }),
  parseHTML: () => [
    { tag: 'figure.missing-picture', priority: 60, getAttrs: (figure) => readFigure(figure) },
  ],
  renderHTML: ({ node }) => {
    const { href, text, caption } = node.attrs as Attributes;
    const link = ['a', { href, rel: 'ugc nofollow noopener' }, text || nameOf(href)];
    const parts = caption ? [link, ['figcaption', {}, caption]] : [link];
    return ['figure', { class: 'missing-picture' }, ...parts] as never;
  },
  addNodeView() {
    return (props) => showPlaceholder(props, this.options);
  },
});

function readFigure(figure: HTMLElement): Attributes | false {
  const link = figure.querySelector('a');
  const fetch = figure.dataset['fetch'] ?? null;
  const href = link?.getAttribute('href') ?? '';
  if (!/^https?:/i.test(href) && !fetch) return false;
  const text = link?.textContent?.trim() ?? '';
  const alt = figure.dataset['alt'] ?? (text === nameOf(href) ? '' : text);
  const caption = figure.querySelector('figcaption')?.textContent?.trim() ?? '';
  return { href, text, alt, caption, fetch };
}

function nameOf(href: string): string {
  return URL.canParse(href) ? nameIn(href) : '';
}

function showPlaceholder(props: NodeViewRendererProps, options: MissingPictureOptions): NodeView {
  const { editor, node, getPos } = props;
  const { pictures, uploads, t } = options;
  const attributes = node.attrs as Attributes;
  const { href, text, alt, caption } = attributes;
  const dom = element('div', 'missing-view');
  dom.contentEditable = 'false';
  const name = element('strong', 'missing-name');
  name.textContent = text || t('missing_name');
  const from = element('span', 'missing-from');
  from.textContent = href ? t('missing_from', { host: new URL(href).hostname }) : '';
  const words = element('p', 'missing-words');
  const below = element('span', 'missing-from');
  below.textContent = caption;
  below.hidden = caption === '';
  const file = element('input', 'visually-hidden');
  file.type = 'file';
  file.accept = 'image/jpeg,image/png,image/gif,image/webp';
  file.tabIndex = -1;
  file.setAttribute('aria-label', t('missing_choose'));
  const retry = textButton(t('missing_retry'), () => pictures.start(href));
  const choose = textButton(t('missing_choose'), () => file.click());
  const remove = textButton(t('missing_remove'), () => replaceWith(null));
  const bar = element('div', 'image-bar');
  bar.append(retry, choose, remove);
  dom.append(name, from, words, bar, below, file);
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    if (fileProblem(chosen)) toast(t('missing_rejected', { name: chosen.name }), 'danger');
    else void pictures.replace(href, chosen);
    file.value = '';
  });

  /** Undo must not bring a placeholder back for a picture that has arrived. */
  function replaceWith(image: Record<string, unknown> | null): void {
    const position = getPos();
    if (position === undefined) return;
    const { state, schema, view } = editor;
    const range = [position, position + node.nodeSize] as const;
    if (!image) {
      editor.chain().focus().deleteRange({ from: range[0], to: range[1] }).run();
      return;
    }
    const figure = schema.nodeFromJSON({
      type: 'figure',
      content: [
        { type: 'image', attrs: { alt, ...image } },
        { type: 'figcaption', ...(caption ? { content: [{ type: 'text', text: caption }] } : {}) },
      ],
    });
    view.dispatch(state.tr.replaceWith(range[0], range[1], figure).setMeta('addToHistory', false));
  }

  function draw(): void {
    const state = pictures.get(href);
    dom.dataset['state'] = state?.kind ?? 'idle';
    words.textContent =
      state?.kind === 'failed'
        ? t('missing_failed', { reason: state.problem ?? '' })
        : t(`missing_${state && state.kind !== 'done' ? state.kind : 'idle'}`);
    const isBusy = state !== undefined && state.kind !== 'failed';
    retry.hidden = isBusy;
    choose.hidden = isBusy;
    if (state?.done) {
      const { url, width, height } = state.done;
      replaceWith({ src: url, width, height });
    }
  }

  /** A pasted file becomes an ordinary upload. */
  function begin(): void {
    const pasted = attributes.fetch ? takePastedFile(attributes.fetch) : undefined;
    if (pasted) {
      const upload = attributes.fetch ?? '';
      const problem = fileProblem(pasted);
      if (problem) toast(t(problem, { name: text || t('missing_name') }), 'danger');
      else uploads.start(upload, pasted);
      if (problem) replaceWith(null);
      else replaceWith({ upload });
      return;
    }
    if (attributes.fetch === '' && !pictures.get(href)) pictures.start(href);
    else pictures.resume(href);
    draw();
  }
  const unwatch = pictures.watch(draw);
  // The node is not in the text yet.
  queueMicrotask(begin);

  return {
    dom,
    selectNode: () => dom.classList.add('is-selected'),
    deselectNode: () => dom.classList.remove('is-selected'),
    stopEvent: (event) =>
      event.target instanceof HTMLButtonElement || event.target instanceof HTMLInputElement,
    ignoreMutation: () => true,
    destroy: unwatch,
  };
}

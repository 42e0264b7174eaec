import type { NodeViewRendererProps } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { NodeView } from '@tiptap/pm/view';
import { element, textButton } from './elements.ts';
import type { Uploads } from './uploads.ts';

type ViewTexts = {
  t(name: 'uploading' | 'failed', values: Record<string, string | number>): string;
  alt: string;
  alt_missing: string;
  remove: string;
  cancel: string;
  retry: string;
};

export type ImageOptions = { uploads: Uploads; texts: ViewTexts; editAlt(position: number): void };

/** An image in the text with its buttons, or the progress of its upload. */
export function showImage(props: NodeViewRendererProps, options: ImageOptions): NodeView {
  const { editor, getPos } = props;
  const { uploads, texts, editAlt } = options;
  let node = props.node;
  const dom = element('div', 'image-view');
  dom.contentEditable = 'false';
  const picture = element('img', 'image-shown');
  const bar = element('div', 'image-bar');
  const words = element('span', 'image-words');
  const progress = element('progress', 'image-progress');
  progress.max = 1;
  const altButton = textButton('', () => withPosition(editAlt));
  const retryButton = textButton(texts.retry, () => uploads.get(keyOf(node))?.retry());
  const removeButton = textButton(texts.remove, remove);
  bar.append(words, altButton, retryButton, removeButton);
  dom.append(picture, progress, bar);

  function withPosition(work: (position: number) => void): void {
    const position = getPos();
    if (position !== undefined) work(position);
  }

  function remove(): void {
    uploads.get(keyOf(node))?.cancel();
    withPosition((position) => {
      const figure = editor.state.doc.resolve(position);
      editor.chain().focus().deleteRange({ from: figure.before(), to: figure.after() }).run();
    });
  }

  /** Sets the address of a finished upload. Not part of the undo history. */
  function setAddress(): void {
    const done = uploads.get(keyOf(node))?.done;
    if (!done) return;
    withPosition((position) => {
      const { url, width, height } = done;
      const attributes = { ...node.attrs, src: url, width, height, upload: null };
      const change = editor.state.tr.setNodeMarkup(position, null, attributes);
      editor.view.dispatch(change.setMeta('addToHistory', false));
    });
  }

  function draw(): void {
    const upload = uploads.get(keyOf(node));
    const isWaiting = node.attrs['src'] === null;
    const { alt } = node.attrs as { alt: string };
    picture.src = (node.attrs['src'] as string | null) ?? upload?.preview ?? '';
    picture.alt = alt;
    dom.dataset['state'] = !isWaiting ? 'shown' : upload?.problem ? 'failed' : 'uploading';
    progress.hidden = !isWaiting || Boolean(upload?.problem);
    progress.value = upload?.progress ?? 0;
    const percent = Math.round((upload?.progress ?? 0) * 100);
    words.textContent = !isWaiting
      ? ''
      : upload?.problem
        ? texts.t('failed', { reason: upload.problem })
        : texts.t('uploading', { percent });
    progress.setAttribute('aria-label', words.textContent);
    altButton.textContent = alt ? `${texts.alt}：${alt}` : texts.alt_missing;
    altButton.classList.toggle('is-missing', alt === '');
    altButton.hidden = isWaiting;
    retryButton.hidden = !upload?.problem;
    removeButton.textContent = isWaiting && !upload?.problem ? texts.cancel : texts.remove;
  }

  let unwatch = () => {};
  function watch(): void {
    unwatch();
    unwatch = uploads.watch(keyOf(node), () => {
      draw();
      setAddress();
    });
  }
  watch();
  draw();
  // Undo can recreate the image after its upload has finished.
  queueMicrotask(setAddress);

  return {
    dom,
    update(next) {
      if (next.type !== node.type) return false;
      node = next;
      draw();
      return true;
    },
    selectNode: () => dom.classList.add('is-selected'),
    deselectNode: () => dom.classList.remove('is-selected'),
    stopEvent: (event) => event.target instanceof HTMLButtonElement,
    ignoreMutation: () => true,
    destroy: () => unwatch(),
  };
}

function keyOf(node: Node): string {
  return String(node.attrs['upload']);
}
